import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { addressOf } from '../api/client';
import { basic, bearer, pastedToken } from '../api/credentials';
import { signIn, signedOutBecause } from '../api/session';
import { useTitle } from '../ui/title';
import styles from './sign-in.module.css';

const ANSWER_WITHIN_MS = 10_000;

/** One field for a bearer token; a public key asks for its secret. */
export function SignIn() {
  useTitle('Sign in');
  const [first, setFirst] = useState('');
  const [secret, setSecret] = useState('');
  const [isShown, setIsShown] = useState(false);
  const [problem, setProblem] = useState(signedOutBecause());
  const [isAsking, setIsAsking] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const token = pastedToken(first);
  const isPair = token.startsWith('pk-');

  // Not by `autoFocus`: who was signed out while at work is told why first.
  useEffect(() => field.current?.focus(), []);

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const header = isPair ? basic(token, secret.trim()) : bearer(token);
    setIsAsking(true);
    setProblem(undefined);
    void problemWith(header).then((found) => {
      setIsAsking(false);
      setProblem(found);
      if (found === undefined) signIn(header);
      else field.current?.select();
    });
  };
  const secretField = {
    type: isShown ? 'text' : 'password',
    autoComplete: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
    required: true,
    'aria-describedby': id,
    'aria-invalid': problem !== undefined,
  } as const;

  return (
    <main className={styles.page}>
      <form className={styles.form} onSubmit={submit}>
        <h1 className={styles.title}>Sluice</h1>
        <label>
          <span>Bearer token or public key</span>
          <input
            {...secretField}
            ref={field}
            name="token"
            value={first}
            onChange={({ target }) => setFirst(target.value)}
          />
        </label>
        {isPair && (
          <label>
            <span>Secret key</span>
            <input {...secretField} name="secret" value={secret} onChange={({ target }) => setSecret(target.value)} />
          </label>
        )}
        <label className={styles.show}>
          <input type="checkbox" checked={isShown} onChange={({ target }) => setIsShown(target.checked)} />
          Show what I type
        </label>
        <p className={styles.problem} id={id} role="alert">
          {problem}
        </p>
        <button type="submit" disabled={isAsking}>
          {isAsking ? 'Signing in …' : 'Sign in'}
        </button>
        <p className={styles.hint}>
          <code>npm run sign-in</code> prints a link that signs in; in a container{' '}
          <code>node services/cli/dist/main.js sign-in</code> does. This browser keeps it as long as this tab is open,
          and other tabs use it too.
        </p>
      </form>
    </main>
  );
}

/** Why these credentials do not do, or undefined where they do. */
async function problemWith(authorization: string): Promise<string | undefined> {
  // Also of the wrong alphabet: a header cannot hold it.
  if (/[^\x20-\x7e]/.test(authorization))
    return 'A token has only letters, digits and signs of ASCII: is this all of it?';
  const ask = async (path: string): Promise<number> => {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    return (await fetch(addressOf(path), { headers: { authorization }, cache: 'no-store', signal })).status;
  };
  try {
    // The first tells who it is, the second whether that one may read.
    const [known, read] = await Promise.all([
      ask('/api/public/projects'),
      ask('/api/public/traces?limit=1&fields=core'),
    ]);
    if (known === 401) return 'These credentials are not accepted.';
    if (known === 403 || read === 403) return 'These credentials may not read: they lack the scope “read”.';
    if (known === 429) return 'The quota of these credentials is exceeded; try again in a minute.';
    return known === 200 ? undefined : `The server answered ${known}; try again.`;
  } catch {
    return 'The server does not answer; try again.';
  }
}
