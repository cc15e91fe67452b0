import { MAX_SIGN_INS, type SignIn } from './sign-ins';

/** Returns whether another project fits into MAX_SIGN_INS. */
export const hasRoomFor = (all: readonly SignIn[], project: string): boolean =>
  all.length < MAX_SIGN_INS || all.some((each) => each.project === project);
