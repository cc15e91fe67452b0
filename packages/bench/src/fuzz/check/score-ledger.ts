import type { FuzzInput } from '../input/fuzz-input';
import type { WireAnswer } from '../wire/wire-answer';
import { meant, plainBody } from './sent-items';
import { bodyText, storedText } from './text';
import type { Violation } from './violation';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the id of a score as it is stored; undefined for a score that has a new one. */
function idOf(score: unknown): string | undefined {
  const sent: unknown = typeof score === 'object' && score !== null && 'id' in score ? score.id : undefined;
  return typeof sent === 'string' && sent !== '' ? storedText(sent) : undefined;
}

/** Scores that must be stored according to the answers, by their ids. */
export class ScoreLedger {
  /** Input that sent the score first. */
  readonly expected = new Map<string, number>();
  /** Scores that unclear inputs may have stored. */
  readonly possible = new Set<string>();
  /** Number of stored scores whose new ids are not known. */
  readonly unnamed = { least: 0, most: 0 };

  /** Records a success. @returns what is wrong with it */
  accept(input: FuzzInput, answer: WireAnswer): string | undefined {
    const body = plainBody(input);
    if (body === undefined) {
      this.noteUnclear(input);
      return undefined;
    }
    const sent: unknown = JSON.parse(bodyText(body));
    const answered = JSON.parse(answer.body.toString()) as {
      readonly id?: string;
      readonly accepted?: number;
      readonly rejected?: number;
      readonly errors?: readonly { readonly message: string }[];
    };
    if (!Array.isArray(sent)) {
      const { id = '' } = answered;
      this.expected.set(id, input.index);
      const isRight = id === idOf(sent) || (idOf(sent) === undefined && UUID.test(id));
      return answer.status === 200 && isRight ? undefined : `the score ${String(idOf(sent))} is answered ${id}`;
    }
    const { accepted = sent.length, rejected = 0, errors = [] } = answered;
    const refused = new Set(errors.map(({ message }) => Number(/^\[(\d+)\][. ]/.exec(message)?.[1])));
    for (const [n, score] of sent.entries()) if (!refused.has(n)) this.#expect(idOf(score), input.index);
    const isRight = refused.size === rejected && errors.length === rejected && accepted + rejected === sent.length;
    return isRight && answer.status === (rejected > 0 ? 207 : 202) ? undefined : 'the counts of a list are wrong';
  }

  /** Records an input that may have stored all or some of its scores. */
  noteUnclear(input: FuzzInput): void {
    const whole = meant(input);
    let sent: unknown;
    try {
      sent = JSON.parse(bodyText(plainBody(whole) ?? whole.body));
    } catch {
      return; // nothing of a body that is not JSON is stored
    }
    for (const score of Array.isArray(sent) ? (sent as readonly unknown[]) : [sent]) {
      const id = idOf(score);
      if (id === undefined) this.unnamed.most += 1;
      else this.possible.add(id);
    }
  }

  /** Compares the ids of stored scores. @returns what is wrong, with the input */
  compare(stored: ReadonlySet<string>): Violation[] {
    const violations = Array.from(this.expected).flatMap(([id, index]): Violation[] =>
      stored.has(id) ? [] : [{ index, what: `the score ${id} was accepted and is not stored` }],
    );
    const others = Array.from(stored).filter((id) => !this.expected.has(id) && !this.possible.has(id));
    const unknown = others.filter((id) => !UUID.test(id));
    for (const id of unknown)
      violations.push({ index: undefined, what: `the score ${id} is stored and was not accepted` });
    const unnamed = others.length - unknown.length;
    if (unnamed < this.unnamed.least || unnamed > this.unnamed.most) {
      violations.push({
        index: undefined,
        what: `${unnamed} scores have new ids, ${this.unnamed.least} to ${this.unnamed.most} were accepted`,
      });
    }
    return violations;
  }

  #expect(id: string | undefined, index: number): void {
    if (id !== undefined) {
      if (!this.expected.has(id)) this.expected.set(id, index);
      return;
    }
    this.unnamed.least += 1;
    this.unnamed.most += 1;
  }
}
