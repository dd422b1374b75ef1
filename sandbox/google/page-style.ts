/** `fonts` is the address below which the font's files lie. */
export const style = (fonts: string): string => `
@font-face {
  font-family: 'Figtree Variable'; font-weight: 300 900; font-display: swap;
  src: url('${fonts}/latin-ext.woff2') format('woff2');
}
@font-face {
  font-family: 'Figtree Variable'; font-weight: 300 900; font-display: swap;
  src: url('${fonts}/latin.woff2') format('woff2'); unicode-range: U+0020-007E, U+00A0-00FF, U+2013-201E, U+2026;
}
:root {
  color-scheme: light dark;
  --paper: #faf8f3; --surface: #ffffff; --sunk: #f3f0e8; --ink: #1d221f; --ink-2: #56605a; --line: #e5e1d6;
  --brand: #14613f; --brand-strong: #0e4a30; --brand-tint: #e4f0e9; --on-brand: #ffffff;
  --warn: #7a4a00; --warn-tint: #fff1d6; --bad: #a3261c; --bad-tint: #fbe9e7;
  --shadow: 0 1px 2px rgb(29 34 31 / 6%), 0 1px 1px rgb(29 34 31 / 4%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #121513; --surface: #1a1e1b; --sunk: #161a17; --ink: #edf0ec; --ink-2: #a6b0a9; --line: #2c332e;
    --brand: #63c795; --brand-strong: #8fdcb4; --brand-tint: #1d3428; --on-brand: #0c1f15;
    --warn: #f0c070; --warn-tint: #33280f; --bad: #f2998f; --bad-tint: #3a1f1c; --shadow: none;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100dvh; background: var(--paper); color: var(--ink);
  font: 450 15px/1.5 'Figtree Variable', system-ui, sans-serif; -webkit-text-size-adjust: 100%;
}
.ribbon { margin: 0; padding: 8px 16px; background: var(--warn-tint); color: var(--warn); font-size: 13px; text-align: center; }
main { width: 100%; max-width: 464px; margin: 0 auto; padding: 24px 16px 48px; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 18px; box-shadow: var(--shadow); overflow: hidden; }
header { padding: 32px 24px 20px; }
h1 { margin: 0; font-size: 28px; line-height: 1.2; font-weight: 650; letter-spacing: -0.01em; }
header p { margin: 8px 0 0; color: var(--ink-2); font-size: 17px; }
ul { list-style: none; margin: 0; padding: 0; }
.row {
  display: flex; gap: 16px; align-items: center; width: 100%; min-height: 64px; padding: 10px 24px; border: 0;
  border-top: 1px solid var(--line); background: none; color: inherit; font: inherit; text-align: left; cursor: pointer;
}
.row:hover { background: var(--sunk); }
:focus-visible { outline: 2px solid var(--brand); outline-offset: -2px; }
.face {
  flex: none; width: 40px; height: 40px; border-radius: 50%; display: grid; place-items: center;
  background: var(--brand-tint); color: var(--brand-strong); font-weight: 650; font-size: 15px;
}
.who { min-width: 0; flex: 1; }
.who b { display: block; font-weight: 550; }
.who span { display: block; color: var(--ink-2); font-size: 13px; overflow-wrap: anywhere; }
.badge {
  display: inline-block; margin-left: 4px; padding: 1px 10px; border-radius: 999px; background: var(--brand-tint);
  color: var(--brand-strong); font-size: 13px; font-style: normal;
}
summary { list-style: none; }
summary::-webkit-details-marker { display: none; }
.fields { display: grid; gap: 16px; padding: 8px 24px 24px; }
label { display: grid; gap: 4px; font-weight: 550; }
label.tick { display: flex; gap: 10px; align-items: center; min-height: 24px; font-weight: 450; }
input:not([type=checkbox]) {
  width: 100%; min-height: 48px; padding: 10px 14px; border: 1px solid var(--ink-2); border-radius: 8px;
  background: var(--surface); color: inherit; font: inherit; font-size: 16px;
}
input[type=checkbox] { width: 20px; height: 20px; margin: 0; accent-color: var(--brand); }
.go {
  min-height: 48px; padding: 0 24px; border: 0; border-radius: 12px; background: var(--brand); color: var(--on-brand);
  font: inherit; font-weight: 650; cursor: pointer;
}
.go:hover { background: var(--brand-strong); }
.error { margin: 0; padding: 12px 14px; border-radius: 8px; background: var(--bad-tint); color: var(--bad); }
footer { display: flex; flex-wrap: wrap; gap: 8px 16px; justify-content: space-between; padding: 12px 16px; border-top: 1px solid var(--line); }
.quiet {
  min-height: 44px; padding: 0 8px; border: 0; border-radius: 8px; background: none; color: var(--brand);
  font: inherit; font-weight: 550; cursor: pointer;
}
.quiet:hover { text-decoration: underline; }
.note { margin: 16px 8px 0; color: var(--ink-2); font-size: 13px; }
.text { padding: 0 24px 32px; }
.text p { margin: 0 0 12px; }
code { font-size: 13px; overflow-wrap: anywhere; }
`
