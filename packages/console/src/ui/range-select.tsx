interface RangeSelectProps {
  /** Names of ranges as in the address. */
  readonly ranges: readonly string[];
  /** Selected range; if `ranges` does not contain it, it is added to the list. */
  readonly range: string;
  readonly labelOf: (range: string) => string;
  readonly onChange: (range: string) => void;
}

/** Selection of a time range that ends now. */
export function RangeSelect({ ranges, range, labelOf, onChange }: RangeSelectProps) {
  return (
    <label>
      <span className="visually-hidden">Time range</span>
      <select value={range} onChange={({ target }) => onChange(target.value)}>
        {(ranges.includes(range) ? ranges : [range, ...ranges]).map((each) => (
          <option key={each} value={each}>
            {labelOf(each)}
          </option>
        ))}
      </select>
    </label>
  );
}
