import type { ReactNode } from 'react'
import { inWords } from './lib/problems.ts'
import { Button } from './ui/controls/button.tsx'
import { PageHeading } from './ui/layout/heading.tsx'
import { NarrowPage } from './ui/layout/narrow-page.tsx'

/** When a page breaks: say so, and offer the one thing that usually helps. */
export const BrokenPage = ({ error }: { error: unknown }): ReactNode => (
  <NarrowPage>
    <PageHeading tab="Something went wrong">This page has stopped working</PageHeading>
    <p>{inWords(error)} What you did before is kept.</p>
    <Button onClick={() => window.location.reload()}>Load the page again</Button>
  </NarrowPage>
)
