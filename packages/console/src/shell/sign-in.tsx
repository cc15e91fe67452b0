import { type SubmitEvent, useState } from 'react';
import { addressOf } from '../api/client';
import { basic, bearer } from '../api/credentials';
import { signIn, signedOutBecause } from '../api/session';
import styles from './sign-in.module.css';

/** One field for a bearer token; a public key asks for its secret. */
export function SignIn() {
  const [first, setFirst] = useState('');
  const [secret, setSecret] = useState('');
  const [problem, setProblem] = useState(signedOutBecause());
  const [isAsking, setIsAsking] = useState(false);
  const isPair = first.trimStart().startsWith('pk-');
  const header = isPair ? basic(first.trim(), secret.trim()) : bearer(first.trim());

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setIsAsking(true);
    void problemWith(header).then((found) => {
      setIsAsking(false);
      if (found === undefined) signIn(header);
      else setProblem(found);
    });
  };

  return (
    <main className={styles.page}>
      <form className={styles.form} onSubmit={submit}>
        <h1 className={styles.title}>Sluice</h1>
        <label>
          <span>Bearer token or public key</span>
          <input
            name="token"
            type="password"
            autoComplete="off"
            autoFocus
            required
            value={first}
            onChange={(event) => setFirst(event.target.value)}
          />
        </label>
        {isPair && (
          <label>
            <span>Secret key</span>
            <input
              name="secret"
              type="password"
              autoComplete="off"
              required
              value={secret}
              onChange={(event) => setSecret(event.target.value)}
            />
          </label>
        )}
        <p className={styles.problem} role="alert">
          {problem}
        </p>
        <button type="submit" disabled={isAsking}>
          Sign in
        </button>
        <p className={styles.hint}>
          <code>npm start</code> prints a token. It stays in this window and is gone when you sign out.
        </p>
      </form>
    </main>
  );
}

/** Why these credentials do not do, or undefined where they do. */
async function problemWith(authorization: string): Promise<string | undefined> {
  try {
    const { status } = await fetch(addressOf('/api/public/projects'), { headers: { authorization } });
    if (status === 200) return undefined;
    if (status === 401) return 'These credentials are not accepted.';
    if (status === 403) return 'These credentials may not read: they lack the scope “read”.';
    return `The server answered ${status}; try again.`;
  } catch {
    return 'The server does not answer; try again.';
  }
}
