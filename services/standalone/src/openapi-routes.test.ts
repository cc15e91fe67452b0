import { openApiDocument } from '@sluice/api';
import { productRoutes } from './routes.testing';

test('the OpenAPI document has every route of the product, and no other', async () => {
  const documented = Object.entries(openApiDocument.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const { both, gateway, query } = await productRoutes();
  expect(documented.sort()).toEqual([...both, ...gateway, ...query].sort());
});
