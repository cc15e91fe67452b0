import { welcomeText } from './banner';

const place = { url: 'http://127.0.0.1:3000', adminUrl: 'http://127.0.0.1:9464', storage: '.sluice' };

test('credentials that were made are shown and part of the commands', () => {
  const credentials = { bearerToken: 'made-token', publicKey: 'pk', secretKey: 'sk' };
  const text = welcomeText({ ...place, credentials, bearerConfigured: false });
  expect(text).toContain("-H 'Authorization: Bearer made-token'");
  expect(text).toMatch(/Secret key +sk\n/);
});

test('configured credentials are never shown; the commands take them from the environment', () => {
  const withToken = welcomeText({ ...place, credentials: undefined, bearerConfigured: true });
  expect(withToken).toContain('-H "Authorization: Bearer ${API_BEARER_TOKEN%%,*}"');
  const withKeys = welcomeText({ ...place, credentials: undefined, bearerConfigured: false });
  expect(withKeys).toContain('-u "$PUBLIC_KEY:$SECRET_KEY"');
  expect(withKeys).not.toContain('Secret key');
});
