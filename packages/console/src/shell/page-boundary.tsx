import { Component, type ReactNode } from 'react';
import { copy } from '../ui/copy';
import { MissingPart, reloadWhenServed } from './lazy-part';
import styles from './app.module.css';

interface PageBoundaryProps {
  readonly children: ReactNode;
}

interface PageBoundaryState {
  readonly error?: Error;
}

/** Boundary around a page: shows the error and advice, while the rest of the console works. A page with a missing chunk is reloaded. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = {};

  static getDerivedStateFromError(error: unknown): PageBoundaryState {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  #stop: (() => void) | undefined;

  override componentDidCatch(error: unknown): void {
    if (error instanceof MissingPart) this.#stop ??= reloadWhenServed();
  }

  override componentWillUnmount(): void {
    this.#stop?.();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <section className={styles.failed} role="alert">
        <h1 className="failed">This page failed</h1>
        <p>Your data is safe. Reload the page; if that does not help, report this text.</p>
        <pre className={`${styles.text} code`}>{error.message}</pre>
        <p className={styles.buttons}>
          <button type="button" onClick={() => location.reload()}>
            Load again
          </button>
          <button type="button" onClick={() => void copy(reportOf(error), 'the report')}>
            Copy the report
          </button>
        </p>
      </section>
    );
  }
}

/** Returns a report of the error for developers. */
const reportOf = ({ message, stack = '' }: Error): string =>
  [message, location.pathname, navigator.userAgent, stack].join('\n');
