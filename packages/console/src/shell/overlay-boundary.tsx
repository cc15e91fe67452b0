import { Component, type ReactNode } from 'react';
import { announce } from '../ui/announcements';

interface OverlayBoundaryProps {
  readonly children: ReactNode;
  /** Closes what failed: opened again, it is tried again. */
  readonly onFailed: () => void;
}

/** Around what opens over the page: where it cannot be loaded, as without a network, that is said, and the page stays as it is. */
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
