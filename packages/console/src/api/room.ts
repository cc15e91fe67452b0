import { MOST_SIGN_INS, type SignIn } from './sign-ins';

/** Whether there is room for one more project. */
export const hasRoomFor = (all: readonly SignIn[], project: string): boolean =>
  all.length < MOST_SIGN_INS || all.some((each) => each.project === project);
