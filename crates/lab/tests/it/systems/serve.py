"""llama.cpp's own server on a free port of this machine; prints READY and its address."""
import argparse, os, signal, time
import xllamacpp as x

a = argparse.ArgumentParser()
a.add_argument("model")
a.add_argument("--ctx", type=int, default=2048)
a.add_argument("--key")
a.add_argument("--alias")
o = a.parse_args()
p = x.CommonParams()
p.model.path = o.model
p.hostnames = ["127.0.0.1"]
p.port = 0
p.n_ctx = o.ctx
p.n_parallel = 1
p.n_predict = 512
p.cpuparams.n_threads = p.cpuparams_batch.n_threads = 1
if o.key:
    p.api_keys = [o.key]
if o.alias:
    p.model_alias = {o.alias}
s = x.Server(p)
print("READY", s.listening_address, os.getpid(), flush=True)
stop = []
for g in (signal.SIGTERM, signal.SIGINT):
    signal.signal(g, lambda *_: stop.append(1))
while not stop:
    time.sleep(0.2)
