import styles from './segments.module.css';

interface SegmentsProps<Option extends string> {
  /** Accessible name of the group: `Measure`. */
  readonly label: string;
  readonly options: readonly Option[];
  readonly chosen: Option;
  readonly onChoose: (option: Option) => void;
}

/** Choice between a few visible options; arrow keys move between them. */
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
