import { type SubmitEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { basic, bearer, pastedToken } from '../api/credentials';
import { identify } from '../api/identify';
import { onSession, session, showProject, signIn } from '../api/session';
import { hasRoomFor } from '../api/room';
import { MAX_SIGN_INS } from '../api/sign-ins';
import { useTitle } from '../ui/title';
import { leaveProject } from '../url/navigate';
import styles from './sign-in.module.css';

/** Sign-in page, shown without a sign-in to any project, or to that of the address. */
export function SignIn() {
  useTitle('Sign in');
  // Another tab may sign out.
  const { signIns, wanted, reason } = useSyncExternalStore(onSession, session);
  const problem = wanted === undefined ? reason : `This address is of the project “${wanted}”: sign in to it.`;
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <SignInForm key={problem} title="Sluice" reason={problem} />
        {signIns.length > 0 && (
          <ul className={styles.others} aria-label="Signed in">
            {signIns.map(({ project }) => (
              <li key={project}>
                <button type="button" className="cut" onClick={() => leaveProject(() => showProject(project))}>
                  Continue in <bdi>{project}</bdi>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </main>
  );
}

interface SignInFormProps {
  readonly title: string;
  /** Reason of a sign-out. */
  readonly reason?: string | undefined;
}

/** Form with one field for a bearer token; for a public key a second field for its secret. After success the project is shown. */
export function SignInForm({ title, reason }: SignInFormProps) {
  const [first, setFirst] = useState('');
  const [secret, setSecret] = useState('');
  const [isShown, setIsShown] = useState(false);
  const [problem, setProblem] = useState(reason);
  const [isAsking, setIsAsking] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const token = pastedToken(first);
  const isPair = token.startsWith('pk-');

  // Not by `autoFocus`: after a sign-out, screen readers announce the reason first.
  useEffect(() => field.current?.focus(), []);

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setIsAsking(true);
    setProblem(undefined);
    void enter(isPair ? basic(token, secret.trim()) : bearer(token)).then((found) => {
      setIsAsking(false);
      setProblem(found);
      field.current?.select();
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
    <form className={styles.form} onSubmit={submit}>
      <h1>{title}</h1>
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
      <p className={`${styles.problem} failed`} id={id} role="alert">
        {problem}
      </p>
      <button type="submit" disabled={isAsking}>
        {isAsking ? 'Signing in …' : 'Sign in'}
      </button>
      <p className="secondary">
        <code>npm start</code> prints a link that signs in, and a token; in a container it prints which file has it.
        This browser keeps it as long as this tab is open, and other tabs use it too.
      </p>
    </form>
  );
}

/** @returns the reason why the credentials do not sign in; undefined after success */
async function enter(authorization: string): Promise<string | undefined> {
  const found = await identify(authorization);
  if ('problem' in found) return found.problem;
  const { active, wanted, signIns } = session();
  const { project } = found.signIn;
  if (!hasRoomFor(signIns, project))
    return `This browser is signed in to ${MAX_SIGN_INS} projects, as many as it keeps: sign out of one first.`;
  const show = (): void => signIn(found.signIn);
  // The address of a link stays, unless it belongs to another project, or another project is shown.
  const isElsewhere = active === undefined ? wanted !== undefined && wanted !== project : active.project !== project;
  if (isElsewhere) leaveProject(show);
  else show();
  return undefined;
}
