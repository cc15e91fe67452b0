import { lookup } from 'node:dns/promises';
import { BlockList, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { type ListenAddress, SettingsError, withDeadline } from '@sluice/runtime';
import { type SelfTraceSettings, readTarget } from './settings';

/** Time limit for a resolver at the start: without a result, the attribute of the traces still identifies them. */
const LOOKUP_MS = 2_000;

/**
 * Refuses settings that would send traces of a process to itself.
 * @param addresses listen addresses, by the variables that have their ports
 * @throws SettingsError if the endpoint is one of them, as far as the resolver knows
 */
export async function refuseOwnAddress(
  settings: SelfTraceSettings,
  addresses: Readonly<Record<string, ListenAddress>>,
): Promise<void> {
  const target = readTarget(settings);
  if (!target.ok || target.value === undefined) return;
  const { protocol, hostname, port } = target.value.url;
  const targetPort = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  for (const [variable, address] of Object.entries(addresses)) {
    if (address.port !== targetPort) continue;
    const [there, here] = await Promise.all([addressesOf(hostname), listenedOn(address.host)]);
    if (!there.some((address) => here.check(address, familyOf(address)))) continue;
    throw new SettingsError([
      `SELF_TRACES: OTEL_EXPORTER_OTLP_ENDPOINT leads to ${variable} of this process: send its traces to another one`,
    ]);
  }
}

/** Resolves a name; empty if the name is unknown, or not resolved in time. */
async function addressesOf(host: string): Promise<readonly string[]> {
  const name = host.replace(/^\[|\]$/g, '');
  const found = await withDeadline(LOOKUP_MS, lookup(name, { all: true })).catch(() => []);
  return found.map(({ address }) => address.split('%', 1).join('')); // without the zone of a link-local one
}

/** Returns the addresses at which this process reaches a listener on a host. */
async function listenedOn(host: string): Promise<BlockList> {
  const addresses = new BlockList();
  const add = (address: string) => addresses.addAddress(address, familyOf(address));
  const bound = await addressesOf(host);
  bound.forEach(add);
  if (bound.some((address) => address === '0.0.0.0' || address === '::')) {
    addresses.addSubnet('127.0.0.0', 8, 'ipv4');
    add('::1');
    for (const { address } of Object.values(networkInterfaces()).flatMap((each) => each ?? [])) add(address);
  }
  // For a client, the unspecified address means this machine.
  if (addresses.check('127.0.0.1', 'ipv4')) add('0.0.0.0');
  if (addresses.check('::1', 'ipv6')) add('::');
  return addresses;
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');
