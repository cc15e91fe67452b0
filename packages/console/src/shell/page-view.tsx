import { type Address, type Addresses, type PageName, writeAddress } from '../url/address';
import { Link } from '../url/link';
import { DEFAULT_LIST } from '../url/list-address';
import styles from './app.module.css';
import { PAGES } from './pages';

/** Page of an address. */
export function PageView({ address }: { readonly address: Address }) {
  return address.page === 'unknown' ? <Unknown path={writeAddress(address)} /> : pageOf(address.page, address);
}

function pageOf<Name extends PageName>(name: Name, address: Addresses[Name]) {
  const { Part } = PAGES[name];
  return <Part address={address} />;
}

function Unknown({ path }: { readonly path: string }) {
  return (
    <section className={`${styles.unknown} empty`} aria-label="No page">
      <h1>
        There is no page <code>{path}</code>.
      </h1>
      <Link to={DEFAULT_LIST}>All traces</Link>
    </section>
  );
}
