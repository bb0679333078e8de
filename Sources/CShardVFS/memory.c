#include "CShardVFS.h"

#include <malloc.h>

void shard_give_back_memory(void)
{
    malloc_trim(0);
}
