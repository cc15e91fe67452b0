import { useState } from 'react';
import type { Answer } from '../api/client';
import { compact, count, duration } from '../format/numbers';
import { type ChosenValue, ValueMenu } from '../list/value-menu';
import { kindOf } from '../trace/kinds';
import { Age } from '../ui/age';
import { ColumnCost } from '../ui/column-cost';
import { SentName, SentWord } from '../ui/sent-name';
import { type Column, Table } from '../ui/table';
import type { FilterName } from '../url/filters';
import { Link } from '../url/link';
import { navigate } from '../url/navigate';
import type { StepsAddress } from '../url/steps-address';
import { filteredSteps } from './filtered-steps';
import { linkToStep } from './step-link';
import { tracesWith } from './traces-with';
import styles from './step-table.module.css';

type Step = Answer<'/api/public/v2/observations'>['data'][number];

interface StepTableProps {
  readonly address: StepsAddress;
  readonly steps: readonly Step[];
}

/** Page of steps. A press on a value offers filters, a press on a row opens the step in its trace. */
export function StepTable({ address, steps }: StepTableProps) {
  const [chosen, setChosen] = useState<ChosenValue>();
  const values = (name: FilterName, title: string, of: (step: Step) => unknown, from?: 500 | 900 | 1200) => ({
    ...{ name, title, from },
    show: (step: Step) => {
      const value = of(step);
      if (typeof value !== 'string' || value === '') return null;
      return (
        <button
          type="button"
          data-value="text"
          aria-label={`${title} ${value}: filter or copy`}
          onClick={({ currentTarget }) => setChosen({ name, value, anchor: currentTarget })}
        >
          <SentWord text={value} />
        </button>
      );
    },
  });
  const prompts = values('promptName', 'Prompt', ({ promptName }) => promptName, 1200);
  const { range } = address;
  const columns: readonly Column<Step>[] = [
    { ...{ name: 'name', title: 'Step', isWide: true }, show: (step) => <Name {...{ step, range }} /> },
    values('type', 'Type', ({ type }) => type, 900),
    values('model', 'Model', ({ model }) => model, 900),
    ...(steps.some(({ promptName }) => typeof promptName === 'string')
      ? [
          {
            ...prompts,
            show: (step: Step) => (
              <>
                {prompts.show(step)}
                {typeof step.promptVersion === 'number' && <span className="secondary"> v{step.promptVersion}</span>}
              </>
            ),
          },
        ]
      : []),
    values('traceName', 'Trace', ({ traceName }) => traceName, 1200),
    ...(steps.some(({ userId }) => typeof userId === 'string')
      ? [values('userId', 'User', ({ userId }) => userId, 1200)]
      : []),
    {
      ...{ name: 'latency', title: 'Latency', isNumber: true },
      show: ({ latency }) => (typeof latency === 'number' ? duration(latency * 1000) : '—'),
    },
    {
      ...{ name: 'tokens', title: 'Tokens', isNumber: true, from: 500 },
      show: ({ usageDetails = {} }) => {
        const { input = 0, output = 0, total = 0 } = usageDetails;
        if (total === 0) return '—';
        return <span title={`${count(input)} in, ${count(output)} out`}>{compact(total)}</span>;
      },
    },
    {
      ...{ name: 'cost', title: 'Cost', isNumber: true },
      show: ({ totalCost, usageDetails }) => <ColumnCost cost={totalCost ?? 0} tokens={usageDetails?.['total'] ?? 0} />,
    },
    { ...{ name: 'age', title: 'Age', isNumber: true }, show: ({ startTime }) => <Age time={startTime} /> },
  ];
  return (
    <>
      <Table
        className={styles.table}
        columns={columns}
        rows={steps}
        keyOf={({ id, traceId }) => `${traceId} ${id}`}
        isOfCards
        onOpen={(step) => navigate(linkToStep(step, range))}
        keys={{ title: 'Steps', noun: 'step' }}
        isRoving
      />
      <ValueMenu
        chosen={chosen}
        filtered={filteredSteps(address, (filters) => navigate({ ...address, filters, after: null }))}
        more={{ title: 'Traces with such a step', to: (filter) => tracesWith(range, [...address.filters, filter]) }}
        onClose={() => setChosen(undefined)}
      />
    </>
  );
}

/** Name of a step, and its message. */
function Name({ step, range }: { readonly step: Step; readonly range: string }) {
  const { name, type, level } = step;
  const { word, shape, colour } = kindOf(type);
  return (
    <span className={styles.name}>
      <span style={{ color: colour }} title={word} aria-hidden="true">
        {shape}
      </span>
      <Link to={linkToStep(step, range)} className="cut">
        {level === 'ERROR' && <span className="visually-hidden">Failed: </span>}
        <SentName text={name} />
      </Link>
      <Message step={step} />
    </span>
  );
}

/** Message of a step; red if it failed. */
function Message({ step: { level, statusMessage } }: { readonly step: Step }) {
  if (level !== 'ERROR' && (statusMessage === null || statusMessage === undefined)) return null;
  return (
    <span className={`${level === 'ERROR' ? 'failed' : 'secondary'} cut`} dir="auto">
      {level === 'ERROR' && '! '}
      {statusMessage ?? 'failed without a message'}
    </span>
  );
}
