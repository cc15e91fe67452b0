import { type BrokerPorts, brokerProperties, nodeId } from './broker-properties';

/** A file that a node reads when it starts. */
export interface BrokerFile {
  readonly path: string;
  readonly content: string;
}

/** Where a node is. */
export interface BrokerFilesOptions {
  /** What it listens on. */
  readonly host: string;
  /** Its settings and its data are below it. */
  readonly folder: string;
  /** Counts from 0. */
  readonly node: number;
  /** `more` is put behind what its settings are anyway, `properties` beside it. */
  readonly secured?: Readonly<Record<'more' | 'properties', Readonly<Record<string, string>>>> | undefined;
}

/** Its settings, and what `kafka-storage format` writes, which saves the start of one more JVM. */
export function brokerFiles(
  cluster: readonly BrokerPorts[],
  { host, folder, node, secured }: BrokerFilesOptions,
): readonly BrokerFile[] {
  const logDir = `${folder}/data`;
  const plain = brokerProperties(cluster, { host, logDir, node });
  const more = Object.entries(secured?.more ?? {}).map(
    ([name, value]) => [name, `${plain[name] ?? ''},${value}`] as const,
  );
  const properties = Object.entries({ ...plain, ...Object.fromEntries<string>(more), ...secured?.properties });
  return [
    {
      path: `${folder}/server.properties`,
      content: properties.map(([name, value]) => `${name}=${value}\n`).join(''),
    },
    {
      path: `${logDir}/meta.properties`,
      content: `version=1\nnode.id=${nodeId(node)}\ncluster.id=sluice-test-broker-AAA\n`,
    },
  ];
}
