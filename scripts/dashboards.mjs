// Writes the dashboards of Grafana from dashboard-panels.mjs. With --check it writes nothing and fails when the committed files differ.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import prettier from 'prettier';
import { DASHBOARDS } from './dashboard-panels.mjs';

const folder = path.resolve(import.meta.dirname, '../deploy/chart/sluice/files/dashboards');
/** Schema of Grafana 11; newer versions read it as well. */
const SCHEMA_VERSION = 39;
const COLUMNS = 24;
const SIZES = { stat: { w: 4, h: 4 }, timeseries: { w: 12, h: 8 } };
const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };

const check = process.argv.includes('--check');
mkdirSync(folder, { recursive: true });
for (const [name, { title, panels }] of Object.entries(DASHBOARDS)) {
  const file = path.join(folder, `${name}.json`);
  const options = { ...(await prettier.resolveConfig(file)), filepath: file };
  const text = await prettier.format(JSON.stringify(dashboard(name, title, panels)), options);
  if (!check) writeFileSync(file, text);
  else if (readOrNothing(file) !== text) {
    console.error(`${file} differs from scripts/dashboard-panels.mjs: run node scripts/dashboards.mjs`);
    process.exitCode = 1;
  }
}

function readOrNothing(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function dashboard(name, title, panels) {
  return {
    uid: `sluice-${name}`,
    title,
    tags: ['sluice'],
    schemaVersion: SCHEMA_VERSION,
    editable: false,
    graphTooltip: 1, // one time for all panels
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    timezone: 'browser',
    templating: { list: variables() },
    links: [
      { type: 'dashboards', title: 'Sluice', tags: ['sluice'], asDropdown: true, keepTime: true, includeVars: true },
    ],
    panels: laidOut(panels.map(panel)),
  };
}

function variables() {
  const chosen = { datasource: DATASOURCE, refresh: 2, sort: 1, includeAll: true, multi: true, allValue: '.*' };
  const all = { text: ['All'], value: ['$__all'] };
  const query = (name, of) => ({
    ...chosen,
    type: 'query',
    name,
    label: name,
    query: `label_values(${of}, ${name})`,
    current: all,
  });
  return [
    { type: 'datasource', name: 'datasource', label: 'data source', query: 'prometheus' },
    query('namespace', 'sluice_build_info'),
    query('job', 'sluice_build_info{namespace=~"$namespace"}'),
  ];
}

function panel([title, unit, expressions, { type = 'timeseries', bad } = {}], index) {
  const red = bad === undefined ? [] : [{ color: 'red', value: bad }];
  return {
    id: index + 1,
    title,
    type,
    datasource: DATASOURCE,
    fieldConfig: {
      defaults: {
        unit,
        // For quantities that can be negative, Grafana chooses the scale itself.
        ...(type === 'timeseries' && { min: 0, custom: { fillOpacity: 8, showPoints: 'never' } }),
        ...(type === 'stat' && { thresholds: { mode: 'absolute', steps: [{ color: 'green', value: null }, ...red] } }),
      },
      overrides: [],
    },
    options:
      type === 'stat'
        ? {
            reduceOptions: { calcs: ['lastNotNull'] },
            graphMode: 'none',
            colorMode: bad === undefined ? 'none' : 'background',
          }
        : { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets: Object.entries(expressions).map(([legendFormat, expr], target) => ({
      refId: 'ABCDEF'[target],
      datasource: DATASOURCE,
      expr: expr.replaceAll('SCOPE', 'namespace=~"$namespace", job=~"$job"'),
      legendFormat,
      instant: type === 'stat',
      range: type !== 'stat',
    })),
  };
}

/** Places panels from left to right and from top to bottom; each kind begins a new line. */
function laidOut(panels) {
  let [x, y, height] = [0, 0, 0];
  let before;
  return panels.map((each) => {
    const { w, h } = SIZES[each.type];
    if (x + w > COLUMNS || (before !== undefined && before !== each.type)) [x, y] = [0, y + height];
    const gridPos = { x, y, w, h };
    [x, height, before] = [x + w, h, each.type];
    return { ...each, gridPos };
  });
}
