import {
  type AclEntry,
  AclOperationTypes,
  AclPermissionTypes,
  type Admin,
  AclResourceTypes,
  Kafka,
  ResourcePatternTypes,
  logLevel,
} from 'kafkajs';
import { eventually } from '../../machine';

/** Right of a user on resources with a name. */
export interface Right {
  readonly resource: 'topic' | 'group' | 'cluster';
  readonly name: string;
  /** Whether the name is a prefix of the resources' names. */
  readonly isPrefix: boolean;
  /** Operation as Kafka writes it: `Describe`, `DescribeConfigs`. */
  readonly operation: string;
}

const RESOURCES = {
  topic: AclResourceTypes.TOPIC,
  group: AclResourceTypes.GROUP,
  cluster: AclResourceTypes.CLUSTER,
} as const;

/**
 * Limits a user to the named rights, and every other user except the superuser to none. Resolves when the broker has these rules.
 * @param brokers of a listener whose clients are the superuser; the broker has to be a secured one
 */
export async function allowOnly(brokers: readonly string[], user: string, rights: readonly Right[]): Promise<void> {
  const admin = new Kafka({ brokers: [...brokers], clientId: 'allow-only', logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  const given = { host: '*', permissionType: AclPermissionTypes.ALLOW };
  try {
    const acl: AclEntry[] = [
      // A right of one user excludes all others: each kind of resource gets a rule for a user that does not exist.
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
    ];
    await admin.createAcls({ acl });
    // The controller takes the rules before the brokers have them.
    await eventually(async () => {
      const known = await rulesOf(admin);
      return acl.every((rule) => known.has(keyOf(rule)));
    });
  } finally {
    await admin.disconnect();
  }
}

/** Reads the rules that the broker has, by `keyOf`. */
async function rulesOf(admin: Admin): Promise<ReadonlySet<string>> {
  const { resources } = await admin.describeAcls({
    resourceType: AclResourceTypes.ANY,
    resourcePatternType: ResourcePatternTypes.ANY,
    operation: AclOperationTypes.ANY,
    permissionType: AclPermissionTypes.ANY,
  });
  return new Set(resources.flatMap(({ acls, ...resource }) => acls.map((rule) => keyOf({ ...rule, ...resource }))));
}

const keyOf = ({ resourceType, resourceName, resourcePatternType, principal, operation }: AclEntry): string =>
  JSON.stringify([resourceType, resourceName, resourcePatternType, principal, operation]);

/** @param name as Kafka writes it, `DescribeConfigs`; the library has it as `DESCRIBE_CONFIGS` */
function operationOf(name: string): AclOperationTypes {
  const known = name.replace(/\B[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
  if (!(known in AclOperationTypes)) throw new RangeError(`there is no operation ${name}`);
  return AclOperationTypes[known as keyof typeof AclOperationTypes];
}
