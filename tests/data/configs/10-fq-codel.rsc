/queue type
add fq-codel-ecn=no fq-codel-limit=1000 fq-codel-memlimit=8.0MiB fq-codel-target=10ms kind=fq-codel name=calm
add cake-bandwidth=420.0Mbps cake-diffserv=besteffort cake-nat=yes kind=cake name=cake-up
add kind=red name=old-red red-burst=30
/queue tree
add bucket-size=0.01 limit-at=100M max-limit=420M name=up parent=ether1 queue=calm
/queue simple
add dst=ether1 max-limit=20M/5M name=s1 target=192.168.9.0/24,192.168.10.5/32 total-max-limit=22M
/queue interface
set ether1 queue=only-hardware-queue
