import { identify } from './identify';
import { hasRoomFor } from './room';
import { refuse, session, signIn } from './session';

/**
 * Signs in by the code of a link, once, before the first render; removes the code from the URL and the history. The tab changes to the
 * project of the link; it keeps its own if the code is refused or the browser has MAX_SIGN_INS projects.
 */
export async function redeemCode(): Promise<void> {
  const { hash, pathname, search } = location;
  history.replaceState(null, '', pathname + search);
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
  if (!('signIn' in found)) refuse(found.problem);
  else if (hasRoomFor(session().signIns, found.signIn.project)) signIn(found.signIn);
}
