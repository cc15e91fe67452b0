import type { JsonText } from '../json-object';
import type { RecordMessage } from '../wire';

/** What all records have in common. */
export interface RecordHead {
  /** UUID: the identity of the record. A redelivered record has the same one. */
  readonly recordId: string;
  /** When the gateway received the request: integer microseconds since the epoch. */
  readonly receivedAt: number;
  /** The id of the project that it belongs to; absent: the default project. Ids are unique within a project only. */
  readonly project?: string;
}

/** The member of a message that holds what is of one kind only. */
type RecordBody = Omit<RecordMessage, 'schemaVersion' | keyof RecordHead>;

/** The members of a record that are lists of objects. */
type ListsOf<R> = { [Name in keyof R]-?: R[Name] extends readonly object[] ? Name : never }[keyof R];

/** What differs between the kinds of records, apart from storing them. A new kind is a row in `KINDS`. */
export interface RecordKind<R extends RecordHead> {
  /** The topic that carries its records. */
  readonly topic: string;
  /** The key on the bus: records with one key stay in one partition. */
  readonly key: (record: R) => string;
  /** The member that holds its items: what the ledger counts, and what Postgres may refuse one by one. */
  readonly items: ListsOf<R>;
  /**
   * For a kind with fields beside its items that Postgres may refuse: the record without its items, and without those
   * fields; undefined where it has not both.
   */
  readonly fieldsApart?: (record: R) => readonly [R, R] | undefined;
  /** For a kind with free-form values: each of them, with the name of its field. */
  readonly jsonTexts?: (record: R) => Iterable<readonly [field: string, text: JsonText | undefined]>;
  /** Whether a stored receipt of its id marks a record as stored already. Without one, storing it again changes nothing. */
  readonly hasReceipt: boolean;
  readonly toWire: (record: R) => RecordBody;
  /** undefined for a message of another kind. @throws FieldError for one that is incomplete, or has a value that no record may have */
  readonly fromWire: (message: RecordMessage, head: RecordHead) => R | undefined;
}
