#include "textflag.h"

// STEP multiplies the 16 support vector values in Y4 with those of four inputs, 2·(CX+off/2) bytes into
// each, and adds neighbouring products to the inputs' eight sums Y0 … Y3.
#define STEP(off) \
	VPMADDWD off(DI)(CX*2), Y4, Y5;  \
	VPMADDWD off(R8)(CX*2), Y4, Y6;  \
	VPMADDWD off(R9)(CX*2), Y4, Y7;  \
	VPMADDWD off(R10)(CX*2), Y4, Y8; \
	VPADDD   Y5, Y0, Y0;             \
	VPADDD   Y6, Y1, Y1;             \
	VPADDD   Y7, Y2, Y2;             \
	VPADDD   Y8, Y3, Y3

// func dot4AVX2(sv *int8, svStride int, x *int16, xStride, width, n int, dots *int32)
TEXT ·dot4AVX2(SB), NOSPLIT, $0-56
	MOVQ sv+0(FP), SI
	MOVQ svStride+8(FP), R12
	MOVQ x+16(FP), DI
	MOVQ xStride+24(FP), AX
	MOVQ width+32(FP), DX
	MOVQ n+40(FP), BX
	MOVQ dots+48(FP), R11

	// The four inputs, two bytes a value.
	LEAQ (DI)(AX*2), R8
	LEAQ (R8)(AX*2), R9
	LEAQ (R9)(AX*2), R10

row:
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3
	XORQ  CX, CX

column:
	VPMOVSXBW (SI)(CX*1), Y4
	STEP(0)
	VPMOVSXBW 16(SI)(CX*1), Y4
	STEP(32)
	ADDQ $32, CX
	CMPQ CX, DX
	JLT  column

	// Add up the eight sums of each input: pairs, pairs of pairs, then the two halves.
	VPHADDD      Y1, Y0, Y0
	VPHADDD      Y3, Y2, Y2
	VPHADDD      Y2, Y0, Y0
	VEXTRACTI128 $1, Y0, X1
	VPADDD       X1, X0, X0
	VMOVDQU      X0, (R11)

	ADDQ R12, SI
	ADDQ $16, R11
	DECQ BX
	JNZ  row

	VZEROUPPER
	RET

// func addAVX2(sums *float64, q *int8, stride int, dots *int32, unit, linear *[inputs]float64, n int)
TEXT ·addAVX2(SB), NOSPLIT, $0-56
	MOVQ    sums+0(FP), SI
	MOVQ    q+8(FP), DI
	MOVQ    stride+16(FP), DX
	MOVQ    dots+24(FP), R8
	MOVQ    unit+32(FP), AX
	MOVQ    linear+40(FP), BX
	MOVQ    n+48(FP), CX
	VMOVUPD (AX), Y4
	VMOVUPD (BX), Y5

four:
	VPMOVSXBD (DI), X0
	VCVTDQ2PD X0, Y0
	VCVTDQ2PD (R8), Y1
	VMULPD    Y4, Y1, Y1
	VADDPD    Y5, Y1, Y1
	VMULPD    Y0, Y1, Y1
	VADDPD    (SI), Y1, Y1
	VMOVUPD   Y1, (SI)
	ADDQ      DX, DI
	ADDQ      $16, R8
	ADDQ      $32, SI
	DECQ      CX
	JNZ       four

	VZEROUPPER
	RET
