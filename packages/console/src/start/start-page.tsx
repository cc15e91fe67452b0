import { useState } from 'react';
import { addressOf } from '../api/client';
import { kindOf } from '../api/credential-kind';
import { secretsOf } from '../api/credentials';
import { authorization } from '../api/session';
import { age } from '../format/times';
import { CodeBlock } from '../ui/code-block';
import { Tabs } from '../ui/tabs';
import { useTitle } from '../ui/title';
import { Link } from '../url/link';
import { WAYS, type Way } from '../url/start-address';
import type { NewestTrace } from './newest-trace';
import { type Destination, WAY_TITLES, environment, program } from './snippets';
import styles from './start-page.module.css';

interface StartPageProps {
  readonly way: Way;
  readonly onWay: (way: Way) => void;
  /** Newest trace; null if there is none, undefined until known. */
  readonly newest: NewestTrace | null | undefined;
}

const HIDDEN = '********';

/** Instructions to send a first trace, with the address and credentials of this page. */
export function StartPage({ way, onWay, newest }: StartPageProps) {
  useTitle('Send traces');
  const destination = useState(present)[0];
  const [code] = useState(() => new Map(WAYS.map((each) => [each, program(each, destination, Date.now(), newId)])));
  return (
    <section className={styles.page} aria-label="Send traces" tabIndex={0}>
      <div className={styles.column}>
        <h1>Send {newest === null ? 'the first trace' : 'traces'}</h1>
        <p className={`${styles.intro} secondary`}>
          Any OpenTelemetry or Langfuse SDK sends here. Choose one, and paste both blocks into a terminal, one after the
          other.
        </p>
        <Tabs
          label="Ways to send"
          tabs={WAYS.map((each) => ({ id: each, title: WAY_TITLES[each] }))}
          selected={way}
          onSelect={(id) => onWay(id as Way)}
        >
          <div className={styles.steps}>
            <CodeBlock
              title="1. Your credentials"
              hint="Hidden here; copied in full."
              shown={environment(way, hidden(destination))}
              copied={environment(way, destination)}
            />
            {way === 'langfuse' && destination.kind === 'token' && (
              <p className={`${styles.intro} secondary`}>
                This SDK needs a pair of keys, and you signed in with a token. <code>npm start</code> shows both; they
                are in <code>credentials.json</code> of its data.
              </p>
            )}
            <CodeBlock title="2. A trace with a model call" shown={code.get(way) ?? ''} copied={code.get(way) ?? ''} />
          </div>
        </Tabs>
        <Arrival newest={newest} />
      </div>
    </section>
  );
}

function Arrival({ newest }: Pick<StartPageProps, 'newest'>) {
  const ago = age(newest?.timestamp ?? '', Date.now());
  return (
    <p className={`${styles.arrival} line`} role="status">
      {newest === null && (
        <>
          <span className={styles.pulse} aria-hidden="true" /> Waiting for the first trace. This page updates
          automatically.
        </>
      )}
      {newest !== null && newest !== undefined && (
        <span>
          Newest trace:{' '}
          <Link to={{ page: 'trace', id: newest.id }}>
            <bdi>{newest.name ?? 'unnamed'}</bdi>
          </Link>
          , {ago === 'now' ? 'just now' : `${ago} ago`}
        </span>
      )}
    </p>
  );
}

function present(): Destination {
  const header = authorization() ?? '';
  return {
    url: addressOf('').replace(/\/$/, ''),
    authorization: header,
    kind: kindOf(header),
    secrets: secretsOf(header),
  };
}

/** Replaces the secrets for display. */
function hidden({ url, kind, secrets }: Destination): Destination {
  return {
    url,
    kind,
    authorization: `${kind === 'token' ? 'Bearer' : 'Basic'} ${HIDDEN}`,
    secrets: 'token' in secrets ? { token: HIDDEN } : { publicKey: secrets.publicKey, secretKey: HIDDEN },
  };
}

function newId(): string {
  // Not `randomUUID`: it is absent on a page over plain HTTP from another computer.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
