import { findImages, fullName, imagesIn, productImage } from './images';
import { cacheFolder } from './config';
import { findMissing } from './requirements';

test('takes the images from the manifests', () => {
  expect(imagesIn('    - name: kafka\n      image: docker.io/apache/kafka:4.1.0\n# image: none\n')).toEqual([
    'docker.io/apache/kafka:4.1.0',
  ]);
});

test('builds the image that the chart asks for', () => {
  expect(productImage('apiVersion: v2\nversion: 0.3.0\nappVersion: 0.2.1\n')).toBe('sluice:0.2.1');
  expect(() => productImage('version: 0.3.0\n')).toThrow('appVersion');
});

test.each([
  ['sluice:1', 'docker.io/library/sluice:1'],
  ['team/sluice:1', 'docker.io/team/sluice:1'],
  ['localhost/sluice:1', 'localhost/sluice:1'],
  ['registry.example.org/sluice:1', 'registry.example.org/sluice:1'],
  ['registry:5000/sluice:1', 'registry:5000/sluice:1'],
])('knows %s on a node as %s', (image, name) => {
  expect(fullName(image)).toBe(name);
});

test('says before anything is built that a folder has no images', async () => {
  await expect(findImages(__dirname)).rejects.toThrow(`--images: ${__dirname} has no archives of images (*.tar)`);
  await expect(findImages('/nonexistent')).rejects.toThrow('--images: /nonexistent is no folder that can be read');
});

test.each([
  [{ SLUICE_KUBERNETES_CACHE: '/kept', XDG_CACHE_HOME: '/users' }, '/kept'],
  [{ SLUICE_KUBERNETES_CACHE: '', XDG_CACHE_HOME: '/users' }, '/users/sluice-kubernetes'],
])('keeps programs where the environment says %j', (env, folder) => {
  expect(cacheFolder(env)).toBe(folder);
});

test('says on another system, and to somebody who is not root, what to do', async () => {
  const needs = { builds: false, plugins: undefined };
  await expect(findMissing({ platform: 'darwin' }, needs)).resolves.toEqual([
    expect.stringContaining('give --context'),
  ]);
  const missing = await findMissing({ platform: 'linux', getuid: () => 1000 }, needs);
  expect(missing).toContainEqual(expect.stringContaining('run it as root'));
  expect(missing).toContainEqual(expect.stringContaining('install containernetworking-plugins'));
});
