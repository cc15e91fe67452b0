import { useState } from 'react';
import { count } from '../format/numbers';
import { Digits, type Exact, isObject } from '../json/exact-value';
import { printExact } from '../json/print';
import { ShownText } from '../ui/shown-text';
import styles from './io-value.module.css';

const AT_FIRST = 3_000;
const MOST = 60_000;
/** Characters above which a string is cut: it is mostly a file. */
const LONGEST_STRING = 2_000;
/** Most members of a flat object, and most characters of a member; larger objects are shown as JSON. */
const MAX_MEMBERS = 12;
const LONGEST_MEMBER = 400;

/** Value: a small flat object as names and values, any other value as JSON. */
export function ValueView({ value }: { readonly value: Exact }) {
  const [most, setMost] = useState(AT_FIRST);
  const members = membersOf(value);
  if (members !== undefined) {
    return (
      <dl className={styles.members}>
        {members.map(([name, text, isText]) => (
          <div key={name}>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd dir="auto" data-text={isText}>
              <ShownText text={text} />
            </dd>
          </div>
        ))}
      </dl>
    );
  }
  const printed = printExact(value, { most: MOST, longest: LONGEST_STRING });
  const shown = printed.slice(0, most);
  return (
    <>
      <pre className={`${styles.json} code`} tabIndex={0}>
        <ShownText text={shown} />
      </pre>
      {shown.length < printed.length && most < MOST && (
        <p className={`${styles.more} secondary`}>
          {count(shown.length)} of {count(printed.length)} characters.{' '}
          <button type="button" onClick={() => setMost(MOST)}>
            Show all
          </button>
        </p>
      )}
    </>
  );
}

/** Returns the names, texts and whether each was a string, of an object with scalar members; undefined for any other value. */
function membersOf(value: Exact): readonly (readonly [string, string, boolean])[] | undefined {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  if (entries.length === 0 || entries.length > MAX_MEMBERS) return undefined;
  const members: (readonly [string, string, boolean])[] = [];
  for (const [name, member] of entries) {
    if (typeof member === 'object' && member !== null && !(member instanceof Digits)) return undefined;
    const text = typeof member === 'string' ? member : printExact(member ?? null);
    if (text.length > LONGEST_MEMBER) return undefined;
    members.push([name, text, typeof member === 'string']);
  }
  return members;
}
