import { useMemo } from 'react';
import type { CoreObservation } from '../api/types';
import { lazyPart } from '../shell/lazy-part';
import { localSetting, useLocalSetting } from '../ui/local-setting';
import styles from './conversation-tab.module.css';
import { InputView } from './input-view';
import { type ObservationText, sliceOf } from './observation-text';
import { ToolCalls } from './tool-call-context';
import { type IoValue, answering, ioValueOf } from './io-value';
import { SideView } from './side-view';
import { useEarlier } from './use-shared-messages';

const ModelLink = lazyPart(() => import('./tool-call-link').then((module) => module.ModelLink));

const StackTrace = lazyPart(() => import('./stack-trace').then((module) => module.StackTrace));

/** Whether texts are shown as sent instead of as Markdown. */
const asSent = localSetting('texts-as-sent', (stored) => stored === true);

interface ConversationTabProps {
  readonly observation: CoreObservation;
  readonly observations: readonly CoreObservation[];
  readonly text: ObservationText;
  /** Start of the trace, as a time of `Date`. */
  readonly traceStart: number;
  readonly onSelect: (id: string) => void;
  /** Switches to the JSON tab. */
  readonly onJson: () => void;
}

/** Input and output as readable text; the output is first, because it is read most. */
export function ConversationTab(props: ConversationTabProps) {
  const { observation, observations, text, traceStart, onSelect, onJson } = props;
  const isFormatted = !useLocalSetting(asSent);
  const isTool = observation.type === 'TOOL';
  const { input, output } = useMemo(() => {
    const inputMessages = ioValueOf(sliceOf(text, 'input'), 'user');
    const outputMessages = ioValueOf(sliceOf(text, 'output'), isTool ? 'tool' : 'assistant');
    return { input: inputMessages, output: answering(outputMessages, inputMessages) };
  }, [text, isTool]);
  const messages = messagesOf(input);
  const metadata = useMemo(() => sliceOf(text, 'metadata'), [text]);
  const around = useMemo(
    () => ({
      observation,
      observations,
      inputMessages: messagesOf(input) ?? [],
      outputMessages: messagesOf(output) ?? [],
    }),
    [observation, observations, input, output],
  );
  const earlier = useEarlier(observation, observations, messages);
  const hasMessages = [input, output].some(({ shape }) => shape === 'conversation' || shape === 'text');
  return (
    <ToolCalls value={{ around, traceStart, onSelect }}>
      {hasMessages && (
        <label className={`${styles.switch} minor`}>
          <input type="checkbox" checked={isFormatted} onChange={({ target }) => asSent.set(!target.checked)} />{' '}
          Formatted
        </label>
      )}
      <section className={styles.side} aria-label="Output">
        <h3 className={styles.heading}>{isTool ? 'Result' : 'Output'}</h3>
        <SideView side={output} isFormatted={isFormatted} onJson={onJson} />
        {output.shape === 'none' && <p className="secondary">{nothing(observation)}</p>}
      </section>
      {metadata?.includes('exception.stacktrace') === true && <StackTrace metadata={metadata} />}
      <section className={styles.side} aria-label="Input">
        <h3 className={styles.heading}>{isTool ? 'Call' : 'Input'}</h3>
        {isTool && <ModelLink />}
        {input.shape === 'conversation' && earlier !== undefined ? (
          <InputView
            conversation={input.conversation}
            earlier={earlier}
            isFormatted={isFormatted}
            onSelect={onSelect}
          />
        ) : (
          <SideView side={input} isFormatted={isFormatted} onJson={onJson} />
        )}
        {input.shape === 'none' && <p className="secondary">No input</p>}
      </section>
    </ToolCalls>
  );
}

const messagesOf = (side: IoValue) => (side.shape === 'conversation' ? side.conversation.messages : undefined);

function nothing({ endTime, level }: CoreObservation): string {
  if (endTime === null) return 'No output yet (still open)';
  return level === 'ERROR' ? 'No output (failed)' : 'No output';
}
