/*
 * Dashboards with their titles and panels. A panel has a title (a question of an operator on call, or the quantity), a unit of Grafana, and
 * expressions by their legends. `SCOPE` is the selection at the top of the dashboard.
 */

const POST = 'method="POST"';
const GET = 'method="GET"';

/** Makes two quantiles of a histogram, by a label. */
const quantiles = (metric, label, matcher = '') =>
  Object.fromEntries(
    [0.5, 0.99].map((quantile) => [
      `p${quantile * 100} {{${label}}}`,
      `histogram_quantile(${quantile}, sum by (${label}, le) (rate(${metric}_bucket{SCOPE${matcher}}[$__rate_interval])))`,
    ]),
  );

const rate = (selector, by) => `sum by (${by}) (rate(${selector}[$__rate_interval]))`;

const lagSeconds = 'max by (topic) (job_topic:sluice_writer_lag_seconds:estimate{SCOPE})';
const memory = ['Memory', 'bytes', { '{{instance}}': 'process_resident_memory_bytes{SCOPE}' }];
const waiting = [
  'Waiting for a connection',
  'short',
  { '{{instance}} {{pool}}': 'sluice_database_pool_waiting{SCOPE}' },
];

/** Makes a single number at the top of a dashboard: red from `bad` on. */
const stat = (title, unit, expr, bad) => [title, unit, { [title]: expr }, { type: 'stat', bad }];

export const DASHBOARDS = {
  overview: {
    title: 'Sluice: overview',
    panels: [
      stat('Alerts', 'short', 'count(ALERTS{SCOPE, alertname=~"Sluice.+", alertstate="firing"}) or vector(0)', 1),
      stat('Checks that fail', 'short', 'count(sluice_ready{SCOPE} == 0) or vector(0)', 1),
      stat('Writes with 5xx', 'percentunit', `max(job_method:sluice_http_errors:ratio_rate5m{SCOPE, ${POST}})`, 0.02),
      stat('Reads with 5xx', 'percentunit', `max(job_method:sluice_http_errors:ratio_rate5m{SCOPE, ${GET}})`, 0.05),
      stat('Age of what can be read', 's', `max(${lagSeconds})`, 300),
      stat('Dead letters in 24 h', 'short', 'sum(increase(sluice_writer_items_total{SCOPE, outcome="dead"}[24h]))', 1),
      stat('Grown in flight in 1 h', 'short', 'sum(job:sluice_items_in_flight:delta1h{SCOPE})'),
      [
        'Is all stored that is accepted? (items a second)',
        'cps',
        {
          accepted: 'sum(job:sluice_items_accepted:rate5m{SCOPE})',
          '{{outcome}}': 'sum by (outcome) (job_outcome:sluice_items_settled:rate5m{SCOPE})',
        },
      ],
      [
        'Answers',
        'reqps',
        { '{{method}} {{status}}': rate('sluice_http_request_duration_seconds_count{SCOPE}', 'method, status') },
      ],
      ['Age of what can be read', 's', { '{{topic}}': lagSeconds }],
      ['What runs', 'short', { '{{service}} {{version}}': 'count by (service, version) (sluice_build_info{SCOPE})' }],
      memory,
      ['Processor (cores)', 'short', { '{{instance}}': 'rate(process_cpu_seconds_total{SCOPE}[$__rate_interval])' }],
      ['Longest wait for the event loop', 's', { '{{instance}}': 'sluice_event_loop_delay_max_seconds{SCOPE}' }],
      ['Restarts in 1 h', 'short', { '{{instance}}': 'changes(process_start_time_seconds{SCOPE}[1h])' }],
    ],
  },

  ingest: {
    title: 'Sluice: ingest',
    panels: [
      ['Accepted items', 'cps', { '{{source}}': rate('sluice_gateway_items_accepted_total{SCOPE}', 'source') }],
      ['Refused', 'cps', { '{{source}} {{reason}}': rate('sluice_gateway_rejected_total{SCOPE}', 'source, reason') }],
      [
        'Answers',
        'reqps',
        { '{{route}} {{status}}': rate(`sluice_http_request_duration_seconds_count{SCOPE, ${POST}}`, 'route, status') },
      ],
      ['How long clients wait', 's', quantiles('sluice_http_request_duration_seconds', 'route', `, ${POST}`)],
      ['Volume', 'Bps', { '{{source}}': rate('sluice_gateway_inflated_bytes_total{SCOPE}', 'source') }],
      [
        'Bytes being worked on',
        'bytes',
        {
          '{{instance}} requests': 'sluice_gateway_inflight_bytes{SCOPE}',
          '{{instance}} on their way to the brokers': 'sluice_gateway_bus_pending_bytes{SCOPE}',
        },
      ],
      ['Large bodies that wait', 'short', { '{{instance}}': 'sluice_gateway_large_bodies_waiting{SCOPE}' }],
      ['Connections', 'short', { '{{instance}}': 'sluice_http_connections{SCOPE}' }],
      ['Connections refused', 'cps', { '{{how}}': rate('sluice_http_connections_refused_total{SCOPE}', 'how') }],
      [
        'Refused with 401',
        'cps',
        { '{{scheme}} {{reason}}': rate('sluice_http_authentication_failures_total{SCOPE}', 'scheme, reason') },
      ],
      [
        'Refused with 403, for a scope',
        'cps',
        { '{{scope}}': rate('sluice_http_authorization_failures_total{SCOPE}', 'scope') },
      ],
      [
        'Refused with 429, for a quota',
        'cps',
        { '{{of}} {{quota}}': rate('sluice_quota_refusals_total{SCOPE}', 'of, quota') },
      ],
      ['Items of projects', 'cps', { '{{project}}': rate('sluice_project_items_total{SCOPE}', 'project') }],
      ['Volume of projects', 'Bps', { '{{project}}': rate('sluice_project_bytes_total{SCOPE}', 'project') }],
    ],
  },

  writer: {
    title: 'Sluice: writer and lag',
    panels: [
      stat(
        'Partitions that wait for an operator',
        'short',
        'sum(sluice_writer_partition_halted{SCOPE}) or vector(0)',
        1,
      ),
      stat('Records that wait', 'short', 'sum(job_topic:sluice_writer_lag_records:sum{SCOPE})'),
      stat('Writers', 'short', 'count(sluice_build_info{SCOPE, service="sluice-writer"})'),
      [
        'Records that wait',
        'short',
        { '{{topic}}': 'sum by (topic) (job_topic:sluice_writer_lag_records:sum{SCOPE})' },
      ],
      ['How long they take at the present speed', 's', { '{{topic}}': lagSeconds }],
      ['Records stored', 'cps', { '{{topic}}': rate('sluice_writer_batch_records_sum{SCOPE}', 'topic') }],
      [
        'What became of items',
        'cps',
        { '{{topic}} {{outcome}}': rate('sluice_writer_items_total{SCOPE}', 'topic, outcome') },
      ],
      ['Time of a transaction', 's', quantiles('sluice_writer_batch_seconds', 'topic')],
      ['Records in a transaction', 'short', quantiles('sluice_writer_batch_records', 'topic')],
      ['Partitions', 'short', { '{{state}}': 'sum by (state) (sluice_writer_partitions{SCOPE})' }],
      ['Partitions of each writer', 'short', { '{{instance}}': 'sum by (instance) (sluice_writer_partitions{SCOPE})' }],
      [
        'Attempts that failed',
        'cps',
        { '{{topic}} {{failure}}': rate('sluice_writer_failures_total{SCOPE}', 'topic, failure') },
      ],
      [
        'Since anything was stored',
        's',
        { '{{topic}}': 'time() - max by (topic) (sluice_writer_last_progress_timestamp_seconds{SCOPE})' },
      ],
    ],
  },

  query: {
    title: 'Sluice: query',
    panels: [
      [
        'Answers',
        'reqps',
        { '{{route}} {{status}}': rate(`sluice_http_request_duration_seconds_count{SCOPE, ${GET}}`, 'route, status') },
      ],
      ['How long readers wait', 's', quantiles('sluice_http_request_duration_seconds', 'route', `, ${GET}`)],
      [
        'Connections to Postgres',
        'short',
        { '{{instance}} {{state}}': 'sluice_database_pool_connections{SCOPE, pool="query"}' },
      ],
      ['Waiting for a connection', 'short', { '{{instance}}': 'sluice_database_pool_waiting{SCOPE, pool="query"}' }],
      ['Bytes of answers in flight', 'bytes', { '{{instance}}': 'sluice_query_inflight_bytes{SCOPE}' }],
      [
        'Answers refused for memory',
        'cps',
        { '{{instance}}': rate('sluice_query_answers_refused_total{SCOPE}', 'instance') },
      ],
    ],
  },

  postgres: {
    title: 'Sluice: Postgres',
    panels: [
      ['Time of a transaction that stores', 's', quantiles('sluice_writer_batch_seconds', 'topic')],
      [
        'Connections',
        'short',
        { '{{pool}} {{state}}': 'sum by (pool, state) (sluice_database_pool_connections{SCOPE})' },
      ],
      waiting,
      [
        'Does it fit on the disk?',
        'bytes',
        {
          database: 'max(sluice_database_bytes{SCOPE})',
          'with all days of retention': 'max(sluice_database_forecast_bytes{SCOPE})',
          disk: 'max(sluice_database_disk_size_bytes{SCOPE})',
        },
      ],
      ['What takes the room', 'bytes', { '{{table}}': 'max by (table) (sluice_database_table_bytes{SCOPE})' }],
      ['What a day takes', 'bytes', { '{{table}}': 'max by (table) (sluice_database_day_bytes{SCOPE})' }],
      ['Long texts', 'Bps', { '{{kind}}': rate('sluice_writer_text_bytes_total{SCOPE}', 'kind') }],
      ['Free room on the disk', 'bytes', { '{{instance}} {{folder}}': 'sluice_database_disk_free_bytes{SCOPE}' }],
      [
        'Dropped, as it has expired',
        'short',
        { '{{kind}}': 'sum by (kind) (increase(sluice_retention_dropped_total{SCOPE}[1h]))' },
      ],
      ['Since retention has run', 's', { age: 'time() - max(sluice_retention_last_success_timestamp_seconds{SCOPE})' }],
      [
        'Oldest that is kept',
        'dateTimeAsIso',
        { 'received at': 'max(sluice_retention_floor_timestamp_seconds{SCOPE} > 0) * 1000' },
        { type: 'stat' },
      ],
      [
        'Runs of retention that failed',
        'short',
        { failed: 'sum(increase(sluice_retention_failures_total{SCOPE}[1h]))' },
      ],
      [
        'Changed traces that are not indexed yet',
        'short',
        {
          'dirty traces': 'max(sluice_trace_index_dirty_traces{SCOPE})',
          'rounds that failed': 'sum(increase(sluice_trace_index_failures_total{SCOPE}[1h]))',
        },
      ],
      ['Indexed traces', 'cps', { indexed: 'sum(rate(sluice_trace_index_traces_total{SCOPE}[$__rate_interval]))' }],
      [
        'Since all traces were indexed',
        's',
        { age: 'time() - max(sluice_trace_index_current_timestamp_seconds{SCOPE})' },
      ],
    ],
  },

  cost: {
    title: 'Sluice: cost and tokens',
    panels: [
      stat('Cost', 'currencyUSD', 'sum(increase(sluice_writer_cost_usd_total{SCOPE}[$__range]))'),
      stat('Tokens', 'short', 'sum(increase(sluice_writer_tokens_total{SCOPE}[$__range]))'),
      stat('Observations', 'short', 'sum(increase(sluice_writer_observations_total{SCOPE}[$__range]))'),
      [
        'Cost of an hour',
        'currencyUSD',
        { '{{model}}': 'sum by (model) (increase(sluice_writer_cost_usd_total{SCOPE}[1h]))' },
      ],
      ['Tokens', 'cps', { '{{model}} {{kind}}': rate('sluice_writer_tokens_total{SCOPE}', 'model, kind') }],
      ['Observations', 'cps', { '{{model}}': rate('sluice_writer_observations_total{SCOPE}', 'model') }],
      [
        'Cost of 1,000 tokens',
        'currencyUSD',
        {
          '{{model}}':
            '1000 * sum by (model) (increase(sluice_writer_cost_usd_total{SCOPE}[1h])) / (sum by (model) (increase(sluice_writer_tokens_total{SCOPE}[1h])) > 0)',
        },
      ],
      ['Prices in use', 'short', { '{{version}}': 'count by (version) (sluice_prices_info{SCOPE})' }],
    ],
  },
};
