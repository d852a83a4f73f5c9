// Part of the headers that every .cu file begins with.
#pragma once
#include "cuda_runtime.h"
