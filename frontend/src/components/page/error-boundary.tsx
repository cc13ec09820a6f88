// Keeps a failure in one part of the site from taking the others away.
import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** What stands in for the part once it has failed; nothing where it is left out. */
  readonly instead?: ReactNode;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly failed: boolean;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  static getDerivedStateFromError(): ErrorBoundaryState {
    return { failed: true };
  }

  override state: ErrorBoundaryState = { failed: false };

  override render() {
    const { instead, children } = this.props;
    return this.state.failed ? instead : children;
  }
}
