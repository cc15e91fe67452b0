import { useTitle } from '../ui/title';
import { Segments } from '../ui/segments';
import { isSameFilter } from '../url/filters';
import { navigate } from '../url/navigate';
import { STEP_GROUPS, STEP_VIEWS, type StepGroup, type StepsAddress } from '../url/steps-address';
import { filteredSteps } from './filtered-steps';
import { GROUP_WORDS } from './group-words';
import { Groups } from './groups';
import { StepBar } from './step-bar';
import { stepListCall } from './step-call';
import { groupsCall } from './group-order';
import { StepList } from './step-list';
import styles from './steps-page.module.css';

const ERRORS = { name: 'level', value: 'ERROR' } as const;

/** Steps of all traces: figures by tool, model and other fields, or a list. */
export function StepsPage({ address }: { readonly address: StepsAddress }) {
  useTitle('Steps');
  const { view, by, range, filters, sort } = address;
  const change = (to: Partial<StepsAddress>): void => navigate({ ...address, after: null, ...to });
  const hasErrors = filters.some((filter) => isSameFilter(filter, ERRORS));
  const others = filters.filter((filter) => !isSameFilter(filter, ERRORS));
  const isList = view === 'list';
  return (
    <section className="page" aria-label="Steps">
      <h1 className="visually-hidden">Steps</h1>
      <StepBar
        address={address}
        filtered={filteredSteps(address, (to) => change({ filters: to }))}
        // The button of errors has no chip.
        chips={filteredSteps({ range, filters: others }, (to) => change({ filters: hasErrors ? [...to, ERRORS] : to }))}
        onRange={(to) => change({ range: to })}
        path={isList ? '/api/public/v2/observations' : '/api/public/observations/groups'}
        query={() => (isList ? stepListCall(address) : groupsCall(by, range, filters, sort))}
        first={
          <>
            <Segments label="View" options={STEP_VIEWS} chosen={view} onChoose={(to) => change({ view: to })} />
            {!isList && (
              <label className={styles.by}>
                <span className="secondary">By</span>
                <select
                  value={by}
                  onChange={({ target }) => change({ by: target.value as StepGroup, group: undefined })}
                >
                  {STEP_GROUPS.map((each) => (
                    <option key={each} value={each}>
                      {GROUP_WORDS[each].toLowerCase()}
                    </option>
                  ))}
                </select>
              </label>
            )}
          </>
        }
      >
        <button
          type="button"
          data-shortcut="errors"
          aria-pressed={hasErrors}
          className={styles.errors}
          onClick={() => change({ filters: hasErrors ? others : [...filters, ERRORS] })}
        >
          Errors only
        </button>
      </StepBar>
      {isList ? (
        <StepList address={address} />
      ) : (
        <Groups {...{ address, by, filters }} isOfFailures={false} onAddress={change} />
      )}
    </section>
  );
}
