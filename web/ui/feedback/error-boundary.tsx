import { Component, type ReactNode } from 'react'

type Props = { children: ReactNode; broken: (error: unknown) => ReactNode; resetOn: string }
type State = { caught: { error: unknown } | null; at: string }

/** Catches errors below it, until the person opens another page. React offers this to classes only. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { caught: null, at: '' }

  static getDerivedStateFromError(error: unknown): Pick<State, 'caught'> {
    return { caught: { error } }
  }

  static getDerivedStateFromProps({ resetOn }: Props, { at }: State): State | null {
    return resetOn === at ? null : { caught: null, at: resetOn }
  }

  override render(): ReactNode {
    return this.state.caught ? this.props.broken(this.state.caught.error) : this.props.children
  }
}
