import { hasRoomFor } from './room';
import { MAX_SIGN_INS, type SignIn, united, without } from './sign-ins';

const of = (project: string, token = project): SignIn => ({
  project,
  authorization: `Bearer ${token}`,
  credential: token,
});
const many = Array.from({ length: MAX_SIGN_INS }, (_, n) => of(`p${n}`));

test('a project has one sign-in, the latest, in its place', () => {
  expect(united([of('a'), of('b')], [of('a', 'new'), of('c')])).toEqual([of('a', 'new'), of('b'), of('c')]);
});

test('there are no more than so many, and another credential of one of them has room', () => {
  expect(united(many, [of('late')])).toEqual(many);
  expect([hasRoomFor(many, 'late'), hasRoomFor(many, 'p3'), hasRoomFor(many.slice(1), 'late')]).toEqual([
    false,
    true,
    true,
  ]);
});

test('those that are signed out are gone', () => {
  expect(without([of('a'), of('b'), of('c')], ['Bearer a', 'Bearer c', 'Bearer x'])).toEqual([of('b')]);
});
