// Where the agent is, by environment, and how a result is handed back: as one line of JSON on standard output.
'use strict';

exports.endpoint = () => ({
    host: '127.0.0.1',
    port: Number(process.env.ROUTER_PORT),
    user: 'admin',
    password: process.env.ROUTER_PASSWORD,
    tls: process.env.ROUTER_TLS ? { rejectUnauthorized: false } : undefined,
});

exports.report = (result) => {
    process.stdout.write(JSON.stringify(result) + '\n', () => process.exit(0));
};
