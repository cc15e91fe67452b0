import { useEffect } from 'react';
import { releaseKeys } from '../keys/keys';
import { Dialog } from '../ui/dialog';
import { SignInForm } from './sign-in';
import styles from './sign-in.module.css';

/** Dialog that signs in to another project. */
export function SignInDialog({ onClose }: { readonly onClose: () => void }) {
  useEffect(() => void releaseKeys(), []);
  return (
    <Dialog title="Add a project" onClose={onClose}>
      <div className={styles.dialog}>
        <SignInForm title="Add a project" />
      </div>
    </Dialog>
  );
}
