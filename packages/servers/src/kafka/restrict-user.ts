import {
  AclOperationTypes,
  AclPermissionTypes,
  AclResourceTypes,
  Kafka,
  ResourcePatternTypes,
  logLevel,
} from 'kafkajs';

/** What a user may do with resources of a name. */
export interface Right {
  readonly resource: 'topic' | 'group' | 'cluster';
  readonly name: string;
  /** Whether the name is what names of resources begin with. */
  readonly isPrefix: boolean;
  /** As Kafka writes it: `Describe`, `DescribeConfigs`. */
  readonly operation: string;
}

const RESOURCES = {
  topic: AclResourceTypes.TOPIC,
  group: AclResourceTypes.GROUP,
  cluster: AclResourceTypes.CLUSTER,
} as const;

/**
 * Lets nobody but the superuser do anything from now on, and a user what is named.
 * @param brokers of a listener where clients are the superuser; the broker has to be a secured one
 */
export async function allowOnly(brokers: readonly string[], user: string, rights: readonly Right[]): Promise<void> {
  const admin = new Kafka({ brokers: [...brokers], clientId: 'allow-only', logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  const given = { host: '*', permissionType: AclPermissionTypes.ALLOW };
  try {
    await admin.createAcls({
      acl: [
        // What somebody may do nobody else may: each kind of resource has one who is not there.
        ...Object.entries(RESOURCES).map(([resource, resourceType]) => ({
          ...given,
          resourceType,
          resourceName: resource === 'cluster' ? 'kafka-cluster' : '*',
          resourcePatternType: ResourcePatternTypes.LITERAL,
          principal: 'User:nobody',
          operation: AclOperationTypes.ALL,
        })),
        ...rights.map(({ resource, name, isPrefix, operation }) => ({
          ...given,
          resourceType: RESOURCES[resource],
          resourceName: name,
          resourcePatternType: isPrefix ? ResourcePatternTypes.PREFIXED : ResourcePatternTypes.LITERAL,
          principal: `User:${user}`,
          operation: operationOf(operation),
        })),
      ],
    });
  } finally {
    await admin.disconnect();
  }
}

/** @param name as Kafka writes it, `DescribeConfigs`; the library has it as `DESCRIBE_CONFIGS` */
function operationOf(name: string): AclOperationTypes {
  const known = name.replace(/\B[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
  if (!(known in AclOperationTypes)) throw new RangeError(`there is no operation ${name}`);
  return AclOperationTypes[known as keyof typeof AclOperationTypes];
}
