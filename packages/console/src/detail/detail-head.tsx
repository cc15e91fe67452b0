import { curlOf } from '../api/curl';
import type { CoreObservation } from '../api/types';
import { kindOf } from '../trace/kinds';
import { CopyMenu } from '../ui/copy-menu';
import { ShownText } from '../ui/shown-text';
import { Link } from '../url/link';
import { NO_PARAMETERS } from '../url/query';
import { STEPS, type StepsAddress } from '../url/steps-address';
import styles from './detail-head.module.css';
import { type ObservationText, sliceOf } from './observation-text';

interface DetailHeadProps {
  readonly observation: CoreObservation;
  readonly text: ObservationText | undefined;
}

/** Head of an observation: type, name, failure and its message. */
export function DetailHead({ observation, text }: DetailHeadProps) {
  const { id, traceId, name, type, model, promptName, promptVersion } = observation;
  const { level, statusMessage, parentObservationId } = observation;
  const kind = kindOf(type);
  const copies = [
    { what: 'id', text: () => id },
    {
      what: 'call as curl',
      text: () =>
        curlOf('/api/public/observations/{observationId}', { ids: { observationId: id }, query: { traceId } }),
    },
    ...(text === undefined
      ? []
      : [
          { what: 'input', text: () => copied(sliceOf(text, 'input')) },
          { what: 'output', text: () => copied(sliceOf(text, 'output')) },
          { what: 'observation as JSON', text: () => text.text },
        ]),
  ];
  return (
    <header>
      <div className={styles.top}>
        <div className={`${styles.head} facts`}>
          <h2 className={styles.title} dir="auto">
            <ShownText text={name ?? 'unnamed'} />
          </h2>
          <span className="secondary">
            <span style={{ color: kind.colour }} aria-hidden="true">
              {kind.shape}
            </span>{' '}
            {kind.word}
          </span>
          {model !== null && (
            <span className="secondary">
              <bdi>{model}</bdi>
            </span>
          )}
          {promptName !== null && (
            <span className="secondary">
              prompt{' '}
              <Link title="All steps with this prompt" to={stepsOf(promptName, promptVersion)}>
                <bdi>{promptName}</bdi>
                {promptVersion !== null && ` v${promptVersion}`}
              </Link>
            </span>
          )}
          {level !== 'DEFAULT' && (
            <span className={`${styles.level} secondary`} data-level={level}>
              {level === 'DEBUG' ? 'debug' : `! ${level.toLowerCase()}`}
            </span>
          )}
          {parentObservationId === null && <span className="secondary">root</span>}
        </div>
        <CopyMenu items={copies} />
      </div>
      {statusMessage !== null && statusMessage !== '' && (
        <p className={styles.status} data-level={level} dir="auto">
          <ShownText text={statusMessage.slice(0, MAX_STATUS)} />
        </p>
      )}
    </header>
  );
}

/** Returns the list of the steps of the last month with a version of a prompt. */
const stepsOf = (name: string, version: number | null): StepsAddress => ({
  ...STEPS.read(NO_PARAMETERS),
  ...{ view: 'list', range: '30d' },
  filters: [
    { name: 'promptName', value: name },
    ...(version === null ? [] : [{ name: 'promptVersion' as const, value: `${version}` }]),
  ],
});

/** Most characters of a status message; the JSON contains all of a longer message. */
const MAX_STATUS = 4_000;

/** Text to copy: a string without quotes, any other value as JSON. */
function copied(json: string | undefined): string {
  return json?.startsWith('"') === true ? (JSON.parse(json) as string) : (json ?? '');
}
