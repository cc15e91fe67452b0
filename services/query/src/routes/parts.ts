import { type Handler, type Sender, goneSignal, senderOf } from '@sluice/http';
import type { Clock } from '@sluice/runtime';
import type { ListPlan, ProjectStore, ReadStore, TraceSearch } from '@sluice/store/read';
import type { Answers } from '../answers';

/** Dependencies of the endpoints. */
export interface QueryDependencies {
  readonly store: ReadStore;
  readonly answers: Answers;
  /** Is told how each list was read. */
  readonly listed: (plan: ListPlan) => void;
  /** Is told of each search how it went. */
  readonly searched: (search: Pick<TraceSearch, 'end' | 'passed' | 'bytes'>) => void;
  /** How long an answer searches for a text, in milliseconds. */
  readonly searchMs: number;
  readonly clock: Clock;
  /** The id of the default project. */
  readonly projectId: string;
  /** How long a trace that is not found is looked for again, in milliseconds. */
  readonly readWaitMs: number;
  /** How long a read waits for the write whose receipt it brings, in milliseconds. */
  readonly receiptWaitMs: number;
}

/** The id of the sender's project as it is answered: that of the default project is a setting. */
export const shownProject = ({ project }: Pick<Sender, 'project'>, defaultId: string): string => project ?? defaultId;

/** The reads of the sender's project, which end when the client has gone. */
export const readsFor = (store: ReadStore, response: Parameters<Handler>[1]): ProjectStore =>
  store.of(senderOf(response).project, goneSignal(response));
