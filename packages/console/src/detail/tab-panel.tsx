import { lazyPart } from '../shell/lazy-part';
import type { DetailTab } from '../url/detail-address';
import type { DetailProps } from './detail-props';
import type { ObservationText } from './observation-text';
import styles from './detail.module.css';

// Tabs are loaded on demand, so that the rows of the trace do not wait for their code.
const ConversationTab = lazyPart(() => import('./conversation-tab').then((module) => module.ConversationTab));
const JsonTab = lazyPart(() => import('./json-tab').then((module) => module.JsonTab));
const RawTab = lazyPart(() => import('./raw-tab').then((module) => module.RawTab));
const AttributesTab = lazyPart(() => import('./attributes-tab').then((module) => module.AttributesTab));

const PARTS = { conversation: ConversationTab, json: JsonTab, raw: RawTab, attributes: AttributesTab };

/** Loads the code of a tab while its text is loading. */
export const fetchTab = (tab: DetailTab): void => PARTS[tab].fetch();

/** Content of the selected tab. */
export function TabPanel(props: DetailProps & { readonly text: ObservationText }) {
  const { tab, text, onTab } = props;
  return (
    <div className={styles.panel}>
      {tab === 'conversation' && <ConversationTab {...props} onJson={() => onTab('json')} />}
      {tab === 'json' && <JsonTab text={text} />}
      {tab === 'raw' && <RawTab text={text} />}
      {tab === 'attributes' && <AttributesTab {...props} />}
    </div>
  );
}
