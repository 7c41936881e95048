# Interface parents: these shape FastTracked packets too.
/queue type
add fq-codel-limit=1000 fq-codel-quantum=300 fq-codel-target=12ms kind=fq-codel name=fq-codel
/queue tree
add bucket-size=0.01 max-limit=1020M name=download packet-mark=no-mark parent=bridge queue=fq-codel
add bucket-size=0.01 max-limit=1020M name=upload packet-mark=no-mark parent=ether1 queue=fq-codel
