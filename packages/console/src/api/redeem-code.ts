import { identify } from './identify';
import { authorization, refuse, signIn } from './session';

/** Signs in by the code of a link, once, before anything is shown; the code leaves the address and the history. */
export async function redeemCode(): Promise<void> {
  const { hash, pathname, search } = location;
  history.replaceState(null, '', pathname + search);
  if (authorization() !== undefined) return;
  const headers = { 'X-Sluice-Code': hash.slice(hash.indexOf('=') + 1) };
  const response = await fetch(new URL('sign-in', document.baseURI), { method: 'POST', headers }).catch(
    () => undefined,
  );
  if (response?.ok !== true) {
    refuse('This link was used before, or is older than five minutes.');
    return;
  }
  const answer = (await response.json()) as { readonly authorization: string };
  const found = await identify(answer.authorization);
  if ('signIn' in found) signIn(found.signIn);
  else refuse(found.problem);
}
