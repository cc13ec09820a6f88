// Confines a failure to one part of the site.
import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** The replacement of the part that failed; by default nothing. */
  readonly instead?: ReactNode;
  readonly onFailure?: (failure: unknown) => void;
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

  override componentDidCatch(failure: unknown) {
    this.props.onFailure?.(failure);
  }

  override render() {
    const { instead, children } = this.props;
    return this.state.failed ? instead : children;
  }
}
