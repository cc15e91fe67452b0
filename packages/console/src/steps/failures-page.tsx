import { useTitle } from '../ui/title';
import { navigate } from '../url/navigate';
import type { FailuresAddress } from '../url/steps-address';
import { FailureDetails } from './failure-details';
import { filteredSteps } from './filtered-steps';
import { Groups } from './groups';
import { StepBar } from './step-bar';
import { groupsCall } from './group-order';

const BY = 'statusMessage';
const FAILED = { name: 'level', value: 'ERROR' } as const;

/** Failures of all traces by their messages. */
export function FailuresPage({ address }: { readonly address: FailuresAddress }) {
  useTitle('Failures');
  const { range, filters, sort } = address;
  const failed = [FAILED, ...filters];
  const change = (to: Partial<FailuresAddress>): void => navigate({ ...address, ...to });
  const filtered = filteredSteps(address, (to) => change({ filters: to }));
  return (
    <section className="page" aria-label="Failures">
      <h1 className="visually-hidden">Failures</h1>
      <StepBar
        address={address}
        filtered={filtered}
        chips={filtered}
        onRange={(to) => change({ range: to })}
        path="/api/public/observations/groups"
        query={() => groupsCall(BY, range, failed, sort)}
      />
      <Groups
        {...{ address, by: BY, filters: failed }}
        isOfFailures
        onAddress={change}
        detailsOf={(group) => <FailureDetails {...{ range, group }} filters={failed} />}
      />
    </section>
  );
}
