interface RangeSelectProps {
  /** As the address calls them. */
  readonly ranges: readonly string[];
  /** One of them, or another that is then in the list as well. */
  readonly range: string;
  readonly labelOf: (range: string) => string;
  readonly onChange: (range: string) => void;
}

/** Chooses a time range that ends now. */
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
