import { personReads } from './output-target';
import { isUnattended } from './config';

const terminal = { isTTY: true };
const audience = { stdin: terminal, stdout: terminal, unattended: false, exists: () => false };

it('is a person where input and output are a terminal', () => expect(personReads(audience)).toBe(true));

it.each([
  ['a file', { stdout: {} }],
  ['a terminal of which nothing is typed', { stdin: {} }],
  ['the terminal of a container of Docker', { exists: (path: string) => path === '/.dockerenv' }],
  ['the terminal of a container of Podman', { exists: (path: string) => path === '/run/.containerenv' }],
  ['the terminal of a runner', { unattended: true }],
])('is nobody with %s', (_, others) => expect(personReads({ ...audience, ...others })).toBe(false));

it.each<[NodeJS.ProcessEnv, boolean]>([
  [{}, false],
  [{ CI: '' }, false],
  [{ CI: 'false' }, false],
  [{ CI: '0' }, false],
  [{ CI: 'true' }, true],
  [{ CI: '1' }, true],
  [{ KUBERNETES_SERVICE_HOST: '10.0.0.1' }, true],
  [{ container: 'oci' }, true],
])('an environment of %j is unattended: %s', (env, expected) => expect(isUnattended(env)).toBe(expected));
