import { Component, type ReactNode } from 'react';
import { announce } from '../ui/announcements';

interface OverlayBoundaryProps {
  readonly children: ReactNode;
  /** Closes the failed overlay, so that opening it again retries. */
  readonly onFailed: () => void;
}

/**
 * Boundary around overlays: if an overlay cannot be loaded, for example without a network, it announces that and leaves the page unchanged.
 */
export class OverlayBoundary extends Component<OverlayBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    announce('This could not be loaded. Try again when the server can be reached.');
    this.props.onFailed();
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
