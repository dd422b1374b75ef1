/** The style of the page at /api/docs. */
export const docsStyle = `
:root { color-scheme: light dark; --line: light-dark(#e5e1d6, #2c332e); --quiet: light-dark(#56605a, #a6b0a9); }
* { box-sizing: border-box; }
body { display: grid; grid-template-columns: 16rem minmax(0, 60rem); gap: 2rem; margin: 0; padding: 0 1.5rem;
  font: 1rem/1.5 system-ui, sans-serif; background: light-dark(#faf8f3, #121513); color: light-dark(#1d221f, #edf0ec); }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem 0; font-size: 0.875rem; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav ul ul { margin: 0 0 0.75rem 0.75rem; }
nav a { display: inline-block; padding: 0.25rem 0; }
nav > ul > li > a { font-weight: 600; }
a { color: light-dark(#14613f, #63c795); }
main { padding: 1.5rem 0 4rem; }
h2 { margin-top: 3rem; }
article { padding: 1rem 0; border-top: 1px solid var(--line); }
h3, h4 { margin: 0.75rem 0 0.25rem; }
h4 { color: var(--quiet); }
p { margin: 0.25rem 0; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; border-top: 1px solid var(--line); vertical-align: top; text-align: left; }
th { width: 11rem; font: 0.875rem/1.6 ui-monospace, monospace; overflow-wrap: anywhere; }
td { overflow-wrap: anywhere; }
code, pre { font: 0.875rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; margin: 0.5rem 0; padding: 0.75rem; border: 1px solid var(--line); border-radius: 8px; }
@media (max-width: 60rem) { body { display: block; } nav { position: static; height: auto; } th { width: 7rem; } }
`
