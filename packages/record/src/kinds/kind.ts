import type { JsonText } from '../json-object';
import type { RecordMessage } from '../wire';

/** Fields that all records have. */
export interface RecordHead {
  /** UUID: the identity of the record. A redelivered record has the same id. */
  readonly recordId: string;
  /** Time at which the gateway received the request: integer microseconds since the epoch. */
  readonly receivedAt: number;
  /** Id of its project; absent: the default project. Ids are unique within a project only. */
  readonly project?: string;
}

/** Member of a message with the content of one kind. */
type RecordBody = Omit<RecordMessage, 'schemaVersion' | keyof RecordHead>;

/** Members of a record that are lists of objects. */
type ListsOf<R> = { [Name in keyof R]-?: R[Name] extends readonly object[] ? Name : never }[keyof R];

/** Properties of a kind of records, apart from storing them. A new kind is a row in `KINDS`. */
export interface RecordKind<R extends RecordHead> {
  /** Topic of its records. */
  readonly topic: string;
  /** Returns the key on the bus: records with one key stay in one partition. */
  readonly key: (record: R) => string;
  /** Member with its items: the ledger counts them, and Postgres may refuse them one by one. */
  readonly items: ListsOf<R>;
  /**
   * For a kind with fields besides its items that Postgres may refuse: returns the record without its items, and without these fields;
   * undefined if it does not have both.
   */
  readonly fieldsApart?: (record: R) => readonly [R, R] | undefined;
  /** For a kind with free-form values: returns each of them, with the name of its field. */
  readonly jsonTexts?: (record: R) => Iterable<readonly [field: string, text: JsonText | undefined]>;
  /**
   * Whether a stored receipt of its id identifies a record as stored already. Without a receipt, storing the record again changes nothing.
   */
  readonly hasReceipt: boolean;
  readonly toWire: (record: R) => RecordBody;
  /**
   * Decodes a message; undefined for a message of another kind.
   * @throws FieldError if it is incomplete, or has a value that no record may have
   */
  readonly fromWire: (message: RecordMessage, head: RecordHead) => R | undefined;
}
