import styles from './segments.module.css';

interface SegmentsProps<Option extends string> {
  /** What is chosen, for who does not see it: `Measure`. */
  readonly label: string;
  readonly options: readonly Option[];
  readonly chosen: Option;
  readonly onChoose: (option: Option) => void;
}

/** One of a few words that are all seen; arrow keys go from one to the next. */
export function Segments<Option extends string>({ label, options, chosen, onChoose }: SegmentsProps<Option>) {
  return (
    <fieldset className={styles.segments}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option} className={styles.segment}>
          <input
            type="radio"
            className="visually-hidden"
            name={label}
            checked={option === chosen}
            onChange={() => onChoose(option)}
          />
          <span>{option}</span>
        </label>
      ))}
    </fieldset>
  );
}
