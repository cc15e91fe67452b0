import { type BrokerPorts, brokerProperties, nodeId } from './broker-properties';

/** File that a node reads at its start. */
export interface BrokerFile {
  readonly path: string;
  readonly content: string;
}

/** Location of a node. */
export interface BrokerFilesOptions {
  /** Host that it listens on. */
  readonly host: string;
  /** Folder that contains its settings and its data. */
  readonly folder: string;
  /** Number of the node from 0. */
  readonly node: number;
  /** `more` is appended to values of its settings, `properties` are further settings. */
  readonly secured?: Readonly<Record<'more' | 'properties', Readonly<Record<string, string>>>> | undefined;
}

/** Returns the folder with the logs of a node's topics. @param folder of the node */
export const logDirOf = (folder: string): string => `${folder}/data`;

/** Returns its settings, and the output of `kafka-storage format`, which saves the start of one more JVM. */
export function brokerFiles(
  cluster: readonly BrokerPorts[],
  { host, folder, node, secured }: BrokerFilesOptions,
): readonly BrokerFile[] {
  const logDir = logDirOf(folder);
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
