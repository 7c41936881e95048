// mikronode-ng: the login of before 6.43, and answers whose tag must be the second word.
'use strict';
const mikronode = require('mikronode-ng');
const { endpoint, report } = require('./endpoint');

function main() {
    const { host, port, user, password } = endpoint();
    const connection = mikronode.getConnection(host, user, password, { port, timeout: 15, closeOnTimeout: true });
    connection.on('error', (error) => { console.error('error', error); process.exit(1); });
    connection.on('timeout', () => { console.error('timeout'); process.exit(1); });
    connection.on('trap', (trap) => { console.error('login refused', trap); process.exit(1); });

    connection.connect((router) => {
        const ask = (...words) => new Promise((resolve, reject) => {
            const channel = router.openChannel();
            channel.closeOnDone = true;
            channel.once('done', (data) => resolve(mikronode.parseItems(data)));
            channel.once('trap', (trap) => reject(new Error(trap.errors.map((e) => e.message).join(', '))));
            channel.write(words);
        });
        const menu = '/ip/firewall/filter';
        const order = async () => (await ask(menu + '/print', '=.proplist=.id', '?dynamic=false')).map((row) => row['.id']);
        const streamed = (count) => new Promise((resolve) => {
            const rows = [];
            const channel = router.openChannel();
            channel.saveBuffer = false;
            channel.on('trap', () => channel.close(true));
            channel.on('read', (data) => {
                rows.push(...mikronode.parseItems(data));
                if (rows.length === count) {
                    channel.close(true);
                    resolve(rows);
                }
            });
            channel.write(['/interface/monitor-traffic', '=interface=ether1', '=interval=500ms']);
        });
        (async () => {
            const interfaces = await ask('/interface/print');
            const before = await order();
            // Once it has seen a row, it takes the tag of !done for the end and loses the ret= behind it.
            await ask(menu + '/add', '=chain=forward', '=action=accept', '=protocol=tcp', '=dst-port=443', '=comment=by mikronode-ng');
            const added = (await ask(menu + '/print', '?comment=by mikronode-ng'))[0];
            const id = added['.id'];
            await ask(menu + '/move', '=numbers=' + id, '=destination=' + before[0]);
            const moved = await order();
            await ask(menu + '/set', '=.id=' + id, '=disabled=yes');
            const changed = (await ask(menu + '/print', '?.id=' + id))[0];
            await ask(menu + '/remove', '=.id=' + id);
            const after = await order();
            const error = await ask('/ip/address/add', '=address=10.9.9.1/24', '=interface=asdf').then(() => 'accepted', (e) => e.message);
            const stream = await streamed(3);
            report({ interfaces, before, id, added, moved, changed, after, error, stream });
        })().catch((error) => { console.error(error); process.exit(1); });
    });
}

main();
