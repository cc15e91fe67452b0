// Removes names of the machine and the run from a captured request.
import { homedir, hostname, userInfo } from 'node:os';

/** Attributes of the machine: their text is replaced, their numbers become 1. */
const MACHINE = /^(host|os|process|container|k8s|code)\.|^telemetry\.auto|^mlflow\.(source|user)/;

/**
 * @param ports ports that the model and the sink listened on, each with the port that the capture contains
 * @param folders folders of the machine, each with the name that the capture contains
 */
export function scrub(request, { ports, folders }) {
  const words = new Map([...folders, [homedir(), '/home/capture'], [hostname(), 'capture-host']]);
  const user = userInfo().username;
  const text = (value) => {
    let out = value;
    for (const [from, to] of words) out = out.replaceAll(from, to);
    for (const [from, to] of ports) out = out.replaceAll(`:${from}`, `:${to}`);
    return out;
  };
  const number = (value) => [...ports].find(([from]) => String(from) === String(value))?.[1] ?? value;
  const visit = (value, key) => {
    if (Array.isArray(value)) return value.map((element) => visit(element));
    if (typeof value === 'string') return key === 'intValue' ? String(number(value)) : text(value);
    if (typeof value === 'number') return number(value);
    if (typeof value !== 'object' || value === null) return value;
    if (typeof value.key === 'string' && MACHINE.test(value.key))
      return { key: value.key, value: neutral(value.value) };
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, visit(member, name)]));
  };
  const neutral = (value) => {
    const [kind] = Object.keys(value ?? {});
    if (kind === 'stringValue') return { stringValue: value.stringValue === user ? 'capture' : 'scrubbed' };
    if (kind === 'intValue') return { intValue: '1' };
    return kind === 'arrayValue' ? { arrayValue: { values: [] } } : (value ?? {});
  };
  return visit(request);
}
