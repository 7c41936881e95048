/queue tree
add max-limit=10G name=everything packet-mark=no-mark parent=global
